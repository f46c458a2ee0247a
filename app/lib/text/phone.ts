import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { z } from "zod";
import { foldDigits } from "./fold.ts";
import { textExpected } from "./plain-text.ts";
import { cleanSingleLine } from "./single-line.ts";

/** Phone number of any country as E.164 (`+8801712345678`); without a country code, of `country`. Empty stays empty. */
export function phoneSchema(country: CountryCode = "BD"): z.ZodType<string, string> {
  return z
    .string(textExpected)
    .max(60, "Use at most 60 characters")
    .transform((typed, context) => {
      const text = readSigns(typed);
      if (text === "") return "";
      const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
      if (number?.isPossible() && !number.ext && /^[\d\s()+./-]+$/.test(text)) return number.number;
      const message = number?.ext
        ? "Leave out the extension, and write it in the message"
        : "Enter a phone number, with its country code if it is abroad: +44 20 7946 0000";
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    });
}

/** E.164 number with the national spacing; empty stays empty. */
export function readablePhone(number: string): string {
  return parsePhoneNumberFromString(number)?.formatInternational() ?? number;
}

/** Normalizes digits of other scripts, typographic dashes and joiners. */
function readSigns(typed: string): string {
  return cleanSingleLine(foldDigits(typed.normalize("NFKC")))
    .replace(/[\u200c\u200d]/g, "")
    .replace(/[\p{Pd}\u2212]/gu, "-");
}
