import { oneLine } from "#app/text/one-line.ts";
import type { Wordings } from "../letter.ts";
import type { ContentOf } from "../mail-content.ts";
import { sayMoment, tellUs } from "./phrases.ts";

/** What the owner of an account has to hear of. */
export const noticeLetters: Wordings<"new-device" | "credential-changed" | "role-changed"> = {
  "new-device": {
    subject: "New sign-in to your account",
    write: ({ at, browser, network, link }, { company }) => ({
      heading: "Was this you?",
      paragraphs: [
        `Somebody signed in to your account at ${company.name} from a device we had not seen before.`,
      ],
      facts: [
        { label: "When", value: sayMoment(at, company) },
        { label: "Browser", value: oneLine(browser, 120) || "Unknown" },
        { label: "Network", value: oneLine(network, 120) || "Unknown" },
      ],
      action: { label: "See where I am signed in", link },
      closing: "If it was you, all is well. If it wasn’t, end that session there and choose a new password.",
    }),
  },
  "credential-changed": {
    subject: "How you sign in has changed",
    write: ({ what, at, link }, { company }) => ({
      heading: "How you sign in has changed",
      paragraphs: [changes[what]],
      facts: [
        { label: "Account", value: company.name },
        { label: "When", value: sayMoment(at, company) },
      ],
      action: { label: "Go to my account", link },
      closing: `If it was you, all is well. If it wasn’t, choose a new password now and ${tellUs(company)}.`,
    }),
  },
  "role-changed": {
    subject: "Your role has changed",
    write: ({ role, link }, { company }) => ({
      heading: `You are now ${roles[role].title}`,
      paragraphs: [`Your role at ${company.name} has changed. ${roles[role].means}`],
      action: { label: "Go to my account", link },
      closing: "If this surprises you, ask the person who looks after the accounts.",
    }),
  },
};

const changes: Record<ContentOf<"credential-changed">["what"], string> = {
  "passkey-added": "A passkey was added to your account. Whoever holds it can sign in.",
  "passkey-removed": "A passkey was removed from your account. It can’t be used to sign in any more.",
  "second-step-on":
    "The second step was switched on: signing in now asks for a code of your authenticator app as well.",
  "second-step-off": "The second step was switched off: your password alone is now enough to sign in.",
  "recovery-codes-renewed": "New recovery codes were made. The ones you had before no longer work.",
  "google-linked": "A Google account was linked to yours. Whoever holds it can sign in.",
  "google-unlinked": "The Google account was unlinked from yours. It can’t be used to sign in any more.",
};

const roles: Record<ContentOf<"role-changed">["role"], { title: string; means: string }> = {
  member: { title: "a member", means: "Your profile is yours as before; the dashboard is not part of it." },
  editor: {
    title: "an editor",
    means:
      "The dashboard is open to you: content, files and what visitors send us. It asks for a second step.",
  },
  admin: {
    title: "an admin",
    means:
      "The whole dashboard is open to you, with people, settings, mail and the record of changes. It asks for a second step.",
  },
};
