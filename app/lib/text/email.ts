import { domainToASCII } from "node:url";
import { z } from "zod";
import { textExpected } from "./plain-text.ts";
import { dropInvisible, isBlank } from "./single-line.ts";

/**
 * Parses one e-mail address into its wire format: local part as typed, domain in lower case and punycode. Accepts only
 * what every mail server accepts: no quotes, comments, lists or IP literals. @returns the address, or the error as a
 * sentence
 */
export function parseEmail(typed: string): { address: string } | { wrong: string } {
  if (typed.length > longest) return wrong(tooLong);
  const text = dropInvisible(typed.normalize("NFC")).replace(/^[ \u00a0]+|[ \u00a0]+$/g, "");
  if (/[\uff20\ufe6b]/u.test(text)) return wrong("Use the plain sign @");
  if (/[,;]/.test(text)) return wrong("Enter one e-mail address only");
  if (/[\p{Cc}\s\u2028\u2029]/u.test(text)) return wrong("Leave out spaces and line ends");
  const at = text.lastIndexOf("@");
  const local = text.slice(0, Math.max(at, 0));
  if (at < 1 || !localPart.test(local)) return wrong(example);
  if (local.length > 64) return wrong("The part before @ is too long");
  const domain = readDomain(text.slice(at + 1));
  if (domain === null) return wrong(example);
  const address = `${local}@${domain}`;
  return address.length > 254 ? wrong(tooLong) : { address };
}

/** Lookup key shared by all spellings of a mailbox; expects a parsed address. */
export function emailKey(address: string): string {
  return address.toLowerCase();
}

/**
 * Schema of one e-mail address in wire format; empty input fails with the message `missing`, or stays empty without
 * one.
 */
export function emailSchema(missing?: string): z.ZodType<string, string> {
  return z
    .string(textExpected)
    .max(longest, tooLong)
    .transform((typed, context) => {
      const isEmpty = isBlank(typed);
      if (isEmpty && missing === undefined) return "";
      const parsed = isEmpty ? wrong(missing ?? "") : parseEmail(typed);
      if ("address" in parsed) return parsed.address;
      context.addIssue({ code: "custom", message: parsed.wrong });
      return z.NEVER;
    });
}

/** Input limit, which leaves room for spaces and multi-unit characters. */
const longest = 1000;
const tooLong = "Use at most 254 characters";
const example = "Enter an e-mail address such as name@company.example";
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
const label = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/;

function wrong(sentence: string): { wrong: string } {
  return { wrong: sentence };
}

/** Rejects lookalike characters (full-width letters, other dots) instead of folding them. */
function readDomain(typed: string): string | null {
  if (!/^(?:[\p{L}\p{N}\p{M}.-]|\u200c|\u200d)+$/u.test(typed) || typed.normalize("NFKC") !== typed)
    return null;
  const domain = domainToASCII(typed.toLowerCase());
  const labels = domain.split(".");
  const isWhole = labels.length >= 2 && labels.every((one) => label.test(one));
  return isWhole && /^([a-z]{2,}|xn--.+)$/.test(labels.at(-1) ?? "") ? domain : null;
}
