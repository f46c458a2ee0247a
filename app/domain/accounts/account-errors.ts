import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";

const wrongCodeMessages = {
  app: "This code is wrong or has expired. Enter the one your app shows now.",
  recovery: "This code is wrong or was already used.",
  "recovery-in-app": "This looks like a recovery code. Choose “Use a recovery code” to enter it.",
};

/** Errors that several account functions throw. */
export const accountErrors = {
  signedOut: () => new DomainError("unauthenticated", "Please sign in first."),
  stale: () => new DomainError("stale-session", "Please confirm your password, then try again."),
  gone: () =>
    new DomainError("missing", "This link has expired or was already used. Ask for a new one.", {
      reason: "gone",
    }),
  missing: () => new DomainError("missing", "This item does not exist."),
  banned: () =>
    new DomainError("forbidden", "This account is closed. Please write to us.", { reason: "banned" }),
  wrongCredentials: (fields: Record<string, string> = {}) =>
    new DomainError("unauthenticated", "Wrong e-mail address or password.", {
      reason: "wrong-credentials",
      fields,
    }),
  wrongCode(kind: keyof typeof wrongCodeMessages) {
    const message = wrongCodeMessages[kind];
    const fields = { code: "Wrong code" };
    return new DomainError("unauthenticated", message, { reason: "second-step-wrong", fields });
  },
  expiredTwoFactor: () =>
    new DomainError("unauthenticated", "That took too long. Please sign in again.", {
      reason: "second-step-gone",
    }),
  lastAdmin: () =>
    new DomainError("in-use", "This is the last admin. Make somebody else an admin first.", {
      reason: "last-admin",
    }),
  own: (message: string) => new DomainError("forbidden", message, { reason: "own-account" }),
  lastWayIn: () =>
    new DomainError("in-use", "This is the last sign-in method of the account. Add another one first.", {
      reason: "last-way-in",
    }),
  needsRole: () => new DomainError("forbidden", "Your account may not do this."),
  field: (name: string, message: string) => validationError([{ path: [name], message }]),
};
