import { oneLine } from "#app/text/one-line.ts";
import type { Wordings } from "../letter.ts";
import { linkWorks, tellUs } from "./phrases.ts";

/** Both ends of a change of address say yes; then both hear that it is done. */
export const emailChangeLetters: Wordings<"email-change-old" | "email-change-new" | "email-changed"> = {
  "email-change-old": {
    subject: "Confirm the change of your e-mail address",
    write: ({ newEmail, link, cancelLink }, { company, lifetime }) => ({
      heading: "Change your address?",
      paragraphs: [
        `Somebody, probably you, asked us to change the e-mail address of your account at ${company.name}. We do so once both addresses have said yes.`,
      ],
      facts: [{ label: "New address", value: oneLine(newEmail, 254) }],
      action: { label: "Yes, change it", link },
      other: { words: "You did not ask for this?", label: "Stop the change", link: cancelLink },
      closing: linkWorks(lifetime),
    }),
  },
  "email-change-new": {
    subject: "Confirm your new e-mail address",
    write: ({ link }, { company, lifetime }) => ({
      heading: "Is this your new address?",
      paragraphs: [
        `Somebody, probably you, wants to use this e-mail address for an account at ${company.name}. Confirm that it is yours; the address used so far has to say yes as well.`,
      ],
      action: { label: "Confirm this address", link },
      closing: `${linkWorks(lifetime)} If you did not ask, do nothing: without your yes nothing changes.`,
    }),
  },
  "email-changed": {
    subject: "Your e-mail address was changed",
    write: ({ newEmail, link }, { company }) => ({
      heading: "Your address was changed",
      paragraphs: [
        `Your account at ${company.name} now uses another e-mail address. We signed out every device; sign in with the new address.`,
      ],
      facts: [{ label: "New address", value: oneLine(newEmail, 254) }],
      action: { label: "Sign in", link },
      closing: `If it was you, all is well. If it wasn’t, ${tellUs(company)}.`,
    }),
  },
};
