import { oneLine } from "#app/text/one-line.ts";
import type { Wordings } from "../template.ts";
import { linkWorks, tellUs } from "./phrases.ts";

/** Both ends of a change of address say yes; then both hear that it is done. */
export const emailChangeLetters: Wordings<"email-change-old" | "email-change-new" | "email-changed"> = {
  "email-change-old": {
    subject: "Confirm the change of your e-mail address",
    write: ({ newEmail, link, cancelLink }, { company, lifetime }) => ({
      heading: "Change your e-mail address?",
      paragraphs: [
        `Someone, probably you, asked to change the e-mail address of your account at ${company.name}. It changes once you have confirmed it from both addresses.`,
      ],
      facts: [{ label: "New address", value: oneLine(newEmail, 254) }],
      action: { label: "Confirm the change", link },
      other: { words: "Didn’t ask for this?", label: "Cancel the change", link: cancelLink },
      closing: linkWorks(lifetime),
    }),
  },
  "email-change-new": {
    subject: "Confirm your new e-mail address",
    write: ({ link }, { company, lifetime }) => ({
      heading: "Confirm your new e-mail address",
      paragraphs: [
        `Someone, probably you, wants to use this address for an account at ${company.name}. Confirm that it is yours. You also need to confirm the change from your current address.`,
      ],
      action: { label: "Confirm e-mail", link },
      closing: `${linkWorks(lifetime)} If you didn’t ask for this, you can ignore this e-mail: nothing will change.`,
    }),
  },
  "email-changed": {
    subject: "Your e-mail address was changed",
    write: ({ newEmail, link }, { company }) => ({
      heading: "Your e-mail address was changed",
      paragraphs: [
        `Your account at ${company.name} now uses a new e-mail address. You have been signed out on all devices. Sign in with the new address.`,
      ],
      facts: [{ label: "New address", value: oneLine(newEmail, 254) }],
      action: { label: "Sign in", link },
      closing: `If this was you, you don’t need to do anything. If it wasn’t, ${tellUs(company)}.`,
    }),
  },
};
