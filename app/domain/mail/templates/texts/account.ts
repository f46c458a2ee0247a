import {
  formatContactAdvice,
  formatDay,
  formatLinkLifetime,
  formatMoment,
  type Wordings,
} from "#app/domain/mail/templates/template.ts";
import { oneLine } from "#app/lib/text/plain-text.ts";

export const deletionWordings: Wordings<"deletion-asked" | "deleted"> = {
  "deletion-asked": {
    subject: "Your account will be deleted",
    write: ({ on, link }, { company }) => ({
      heading: "Your account will be deleted",
      paragraphs: [
        `You asked us to delete your account at ${company.name}. It will be deleted on the day below. Until then you can keep it.`,
      ],
      facts: [{ label: "Deleted on", value: formatDay(on, company) }],
      action: { label: "Keep my account", link },
      closing:
        "After that day your profile, your photo and your sign-in methods are gone and can’t be restored.",
    }),
  },
  deleted: {
    subject: "Your account was deleted",
    write: (_, { company }) => ({
      heading: "Your account was deleted",
      paragraphs: [
        `Your account at ${company.name} and its data were deleted.`,
        "This is the last e-mail about it. You can create a new account at any time.",
      ],
      closing: `If you did not ask for this, ${formatContactAdvice(company)}.`,
    }),
  },
};

/** Both addresses must confirm a change; then both are notified. */
export const emailChangeWordings: Wordings<"email-change-old" | "email-change-new" | "email-changed"> = {
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
      closing: formatLinkLifetime(lifetime),
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
      closing: `${formatLinkLifetime(lifetime)} If you didn’t ask for this, you can ignore this e-mail: nothing will change.`,
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
      closing: `If this was you, you don’t need to do anything. If it wasn’t, ${formatContactAdvice(company)}.`,
    }),
  },
};

export const passwordWordings: Wordings<"reset" | "password-changed"> = {
  reset: {
    subject: "Choose a new password",
    write: ({ link }, { company, lifetime }) => ({
      heading: "Choose a new password",
      paragraphs: [`Someone, probably you, asked for a new password for your account at ${company.name}.`],
      action: { label: "Choose a new password", link },
      closing: `${formatLinkLifetime(lifetime)} If you didn’t ask for this, you can ignore this e-mail: your password stays as it is.`,
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
        { label: "When", value: formatMoment(at, company) },
        ...passkeys.map((passkey) => ({
          label: "Passkey",
          value: oneLine(passkey, 60),
        })),
      ],
      action: { label: "Go to my account", link },
      closing: `If this was you, you don’t need to do anything. If it wasn’t, reset your password now and ${formatContactAdvice(company)}.`,
    }),
  },
};

const passkeysLeft =
  "These passkeys can still sign in to your account. If you don’t recognise one, remove it on your profile.";

/** Mails at the start of an account. */
export const openingWordings: Wordings<"verify" | "already-registered" | "welcome" | "invited"> = {
  verify: {
    subject: "Confirm your e-mail address",
    write: ({ link }, { company, lifetime }) => ({
      heading: "Confirm your e-mail address",
      paragraphs: [
        `Thanks for signing up at ${company.name}. Confirm your e-mail address to create your account.`,
      ],
      action: { label: "Confirm e-mail", link },
      closing: `${formatLinkLifetime(lifetime)} If you didn’t sign up, you can ignore this e-mail: no account will be created.`,
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
      closing: `${formatLinkLifetime(lifetime)} If you weren’t expecting it, you can ignore this e-mail.`,
    }),
  },
};
