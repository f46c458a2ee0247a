import type { Wordings } from "../letter.ts";
import { linkWorks } from "./phrases.ts";

/** How an account begins. */
export const openingLetters: Wordings<"verify" | "already-registered" | "welcome" | "invited"> = {
  verify: {
    subject: "Confirm your e-mail address",
    write: ({ link }, { company, lifetime }) => ({
      heading: "Is this your address?",
      paragraphs: [
        `Somebody, probably you, asked for an account at ${company.name} with this address. Confirm that it is yours, and we open the account.`,
      ],
      action: { label: "Confirm my address", link },
      closing: `${linkWorks(lifetime)} If you did not ask for an account, do nothing: without your yes there is none.`,
    }),
  },
  "already-registered": {
    subject: "You already have an account",
    write: ({ signInLink, resetLink }, { company }) => ({
      heading: "You already have an account",
      paragraphs: [
        `Somebody, probably you, asked for an account at ${company.name} with this address. There is one already, so we changed nothing.`,
      ],
      action: { label: "Sign in", link: signInLink },
      other: { words: "Forgot the password?", label: "Choose a new one", link: resetLink },
      closing: "If it wasn’t you, do nothing: we told nobody that this address has an account.",
    }),
  },
  welcome: {
    subject: "Your account is open",
    write: ({ link }, { company }) => ({
      heading: "Your account is open",
      paragraphs: [
        `Your address is confirmed. Welcome to ${company.name}.`,
        "In your profile you can add a passkey, switch on a second step for signing in, and take your data with you whenever you like.",
      ],
      action: { label: "Go to my account", link },
      closing: "We write to you about your account only when something in it changes.",
    }),
  },
  invited: {
    subject: "You are invited",
    write: ({ link }, { company, lifetime }) => ({
      heading: "There is a place for you",
      paragraphs: [
        `You are invited to an account at ${company.name}. Choose how you sign in, and it is yours.`,
      ],
      action: { label: "Accept the invitation", link },
      closing: `${linkWorks(lifetime)} If you expected no invitation, do nothing.`,
    }),
  },
};
