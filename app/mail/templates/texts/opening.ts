import type { Wordings } from "../template.ts";
import { linkWorks } from "./phrases.ts";

/** How an account begins. */
export const openingLetters: Wordings<"verify" | "already-registered" | "welcome" | "invited"> = {
  verify: {
    subject: "Confirm your e-mail address",
    write: ({ link }, { company, lifetime }) => ({
      heading: "Confirm your e-mail address",
      paragraphs: [
        `Thanks for signing up at ${company.name}. Confirm your e-mail address to create your account.`,
      ],
      action: { label: "Confirm e-mail", link },
      closing: `${linkWorks(lifetime)} If you didn’t sign up, you can ignore this e-mail: no account will be created.`,
    }),
  },
  "already-registered": {
    subject: "You already have an account",
    write: ({ signInLink, resetLink }, { company }) => ({
      heading: "You already have an account",
      paragraphs: [
        `Someone, probably you, tried to sign up at ${company.name} with this address. It already has an account, so we didn’t change anything.`,
      ],
      action: { label: "Sign in", link: signInLink },
      other: { words: "Forgot your password?", label: "Reset it", link: resetLink },
      closing:
        "If it wasn’t you, you can ignore this e-mail. We haven’t told anyone that you have an account.",
    }),
  },
  welcome: {
    subject: "Your account is ready",
    write: ({ link }, { company }) => ({
      heading: "Your account is ready",
      paragraphs: [
        `Your e-mail address is confirmed. Welcome to ${company.name}.`,
        "In your profile you can add a passkey, turn on two-factor authentication and export your data.",
      ],
      action: { label: "Go to my account", link },
      closing: "We only e-mail you about your account when something in it changes.",
    }),
  },
  invited: {
    subject: "You’ve been invited",
    write: ({ link }, { company, lifetime }) => ({
      heading: "You’ve been invited",
      paragraphs: [
        `You’ve been invited to join ${company.name}. Accept the invitation to set up your account.`,
      ],
      action: { label: "Accept invitation", link },
      closing: `${linkWorks(lifetime)} If you weren’t expecting it, you can ignore this e-mail.`,
    }),
  },
};
