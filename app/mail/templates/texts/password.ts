import { oneLine } from "#app/text/one-line.ts";
import type { Wordings } from "../template.ts";
import { linkWorks, sayMoment, tellUs } from "./phrases.ts";

export const passwordLetters: Wordings<"reset" | "password-changed"> = {
  reset: {
    subject: "Choose a new password",
    write: ({ link }, { company, lifetime }) => ({
      heading: "Choose a new password",
      paragraphs: [`Someone, probably you, asked for a new password for your account at ${company.name}.`],
      action: { label: "Choose a new password", link },
      closing: `${linkWorks(lifetime)} If you didn’t ask for this, you can ignore this e-mail: your password stays as it is.`,
    }),
  },
  "password-changed": {
    subject: "Your password was changed",
    write: ({ at, link, passkeys }, { company }) => ({
      heading: "Your password was changed",
      paragraphs: [
        `The password of your account at ${company.name} was changed, and all other devices were signed out.`,
        ...(passkeys.length > 0 ? [passkeysLeft] : []),
      ],
      facts: [
        { label: "When", value: sayMoment(at, company) },
        ...passkeys.map((passkey) => ({
          label: "Passkey",
          value: oneLine(passkey, 60),
        })),
      ],
      action: { label: "Go to my account", link },
      closing: `If this was you, you don’t need to do anything. If it wasn’t, reset your password now and ${tellUs(company)}.`,
    }),
  },
};

const passkeysLeft =
  "These passkeys can still sign in to your account. If you don’t recognise one, remove it on your profile.";
