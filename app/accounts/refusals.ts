import { Refusal, refuseInvalid } from "#app/platform/refusal.ts";

/** The refusals that several parts of accounts give, in one wording each. */
export const refusals = {
  signedOut: () => new Refusal("unauthenticated", "Please sign in first."),
  stale: () => new Refusal("stale-session", "Please confirm your password, then try again."),
  gone: () =>
    new Refusal("missing", "This link has expired or was already used. Ask for a new one.", {
      reason: "gone",
    }),
  missing: () => new Refusal("missing", "There is no such thing here."),
  banned: () => new Refusal("forbidden", "This account is closed. Please write to us.", { reason: "banned" }),
  wrongCredentials: (fields: Record<string, string> = {}) =>
    new Refusal("unauthenticated", "Wrong e-mail address or password.", {
      reason: "wrong-credentials",
      fields,
    }),
  wrongCode: (kind: "app" | "recovery") =>
    new Refusal(
      "unauthenticated",
      kind === "app"
        ? "This code is wrong or has expired. Enter the one your app shows now."
        : "This code is wrong or was already used.",
      { reason: "second-step-wrong" },
    ),
  expiredStep: () =>
    new Refusal("unauthenticated", "That took too long. Please sign in again.", {
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
