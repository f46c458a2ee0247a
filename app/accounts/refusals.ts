import { Refusal, refuseInvalid } from "#app/platform/refusal.ts";

/** The refusals that several parts of accounts give, in one wording each. */
export const refusals = {
  signedOut: () => new Refusal("unauthenticated", "Please sign in first."),
  stale: () => new Refusal("stale-session", "Please confirm that it is you, then try again."),
  gone: () =>
    new Refusal("missing", "This link has been used or has run out. Ask for a new one.", { reason: "gone" }),
  missing: () => new Refusal("missing", "There is no such thing here."),
  banned: () => new Refusal("forbidden", "This account is closed. Please write to us.", { reason: "banned" }),
  wrongCredentials: (fields: Record<string, string> = {}) =>
    new Refusal("unauthenticated", "E-mail address and password do not match an account that is confirmed.", {
      reason: "wrong-credentials",
      fields,
    }),
  wrongCode: () =>
    new Refusal("unauthenticated", "This code is not right, or was used before.", {
      reason: "second-step-wrong",
    }),
  expiredStep: () =>
    new Refusal("unauthenticated", "That took too long. Please sign in once more.", {
      reason: "second-step-gone",
    }),
  lastAdmin: () =>
    new Refusal("in-use", "This is the last admin. Make somebody else an admin first.", {
      reason: "last-admin",
    }),
  own: (message: string) => new Refusal("forbidden", message, { reason: "own-account" }),
  lastWayIn: () =>
    new Refusal("in-use", "This is the last way into the account. Add another one first.", {
      reason: "last-way-in",
    }),
  needsRole: () => new Refusal("forbidden", "Your account may not do this."),
  field: (name: string, message: string) => refuseInvalid([{ path: [name], message }]),
};
