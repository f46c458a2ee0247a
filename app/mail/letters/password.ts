import type { Wordings } from "../letter.ts";
import { linkWorks, sayMoment, tellUs } from "./phrases.ts";

export const passwordLetters: Wordings<"reset" | "password-changed"> = {
  reset: {
    subject: "Choose a new password",
    write: ({ link }, { company, lifetime }) => ({
      heading: "Choose a new password",
      paragraphs: [`Somebody, probably you, asked for a new password for your account at ${company.name}.`],
      action: { label: "Choose a new password", link },
      closing: `${linkWorks(lifetime)} If you did not ask, do nothing: your password stays as it is.`,
    }),
  },
  "password-changed": {
    subject: "Your password was changed",
    write: ({ at, link }, { company }) => ({
      heading: "Your password was changed",
      paragraphs: [
        `The password of your account at ${company.name} was changed. We signed out your other devices.`,
      ],
      facts: [{ label: "When", value: sayMoment(at, company) }],
      action: { label: "Go to my account", link },
      closing: `If it was you, all is well. If it wasn’t, choose a new password now and ${tellUs(company)}.`,
    }),
  },
};
