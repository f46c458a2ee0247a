import { createHash } from "node:crypto";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { emailKey } from "#app/lib/text/email.ts";
import { type Writing, write } from "#app/platform/database/database.ts";
import { countAttempt, type Limit } from "#app/platform/limits/limits.ts";
import type { AccountContext } from "./account-context.ts";
import type { ClientContext } from "./account-events.ts";
import type { KnownOrigin } from "./sessions/known-devices.ts";

/** Counts in a separate transaction, so the count persists if the request is rejected. */
export function countFirst(
  { db }: AccountContext,
  limits: readonly Limit[],
  { now }: ClientContext,
): Promise<void> {
  return write(db, (tx) => countAttempt(tx, limits, now));
}

/** Counts a request if it is within the limits, and returns whether it is. */
export async function isWithin(
  ctx: AccountContext,
  limits: readonly Limit[],
  here: ClientContext,
): Promise<boolean> {
  try {
    await countFirst(ctx, limits, here);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "too-many") return false;
    throw error;
  }
}

/**
 * Password checks. Known browsers and known networks have separate counts, so strangers cannot use up the owner's
 * attempts.
 */
export function signInLimits(email: string, network: string, known: KnownOrigin): Limit[] {
  if (known.device !== null)
    return [
      { rule: "sign-in:device", subject: hashOf(known.device + emailKey(email)), max: 25, seconds: 3600 },
    ];
  const account =
    known.network === null
      ? { rule: "sign-in:account", subject: hashOf(emailKey(email)) }
      : { rule: "sign-in:own-network", subject: hashOf(known.network + emailKey(email)) };
  return [
    { ...account, max: 25, seconds: 3600 },
    { rule: "sign-in:network", network, max: 25, seconds: 300 },
  ];
}

/** Resets the count of password checks by strangers after the owner has been verified. */
export async function clearSignInLimit(tx: Writing, email: string): Promise<void> {
  await tx.query
    .deleteFrom("limits")
    .where("rule", "=", "sign-in:account")
    .where("subject", "=", hashOf(emailKey(email)))
    .execute();
}

/** Passkey sign-ins, counted separately so wrong passwords never block them. */
export function passkeyLimits(credentialId: string, network: string): Limit[] {
  return [
    { rule: "passkey:credential", subject: hashOf(credentialId), max: 25, seconds: 3600 },
    { rule: "passkey:network", network, max: 25, seconds: 300 },
  ];
}

/** New challenges; each is a row until it expires. @param caller a network, or the id of the signed-in person */
export function challengeLimits(caller: string): Limit[] {
  return [{ rule: "passkey:challenge", network: caller, max: 60, seconds: 600 }];
}

/** Reasons for a mail. Each has a separate count. */
export type MailCause = "reset" | "registration" | "email-change" | "invitation";

/** Mails that one caller can trigger to an address. @param caller a known browser, a network, or a person's id */
export function callerMailLimits(cause: MailCause, email: string, caller: string): Limit[] {
  const subject = hashOf(`${caller} ${emailKey(email)}`);
  return [
    { rule: `${cause}-mail:asker`, subject, max: 5, seconds: 1800 },
    { rule: `${cause}-mail:asker-day`, subject, max: 10, seconds: 86_400 },
  ];
}

/**
 * Mails that all strangers together can trigger to an address by requesting resets or registrations, which protects
 * mailboxes from floods. Resets count only for existing accounts, so nothing else may read that count.
 */
export function strangerMailLimits(cause: "reset" | "registration", email: string): Limit[] {
  const subject = hashOf(emailKey(email));
  return [
    { rule: `${cause}-mail:strangers`, subject, max: 5, seconds: 1800 },
    { rule: `${cause}-mail:strangers-day`, subject, max: 10, seconds: 86_400 },
  ];
}

/** Mails to a new address, triggered by signed-in people. */
export function newAddressLimits(email: string): Limit[] {
  const subject = hashOf(emailKey(email));
  return [
    { rule: "new-address-mail:soon", subject, max: 5, seconds: 1800 },
    { rule: "new-address-mail:day", subject, max: 10, seconds: 86_400 },
  ];
}

export function registrationLimits(network: string): Limit[] {
  return [{ rule: "registration:network", network, max: 20, seconds: 600 }];
}

/** Password reset requests for any address. */
export function resetLimits(network: string): Limit[] {
  return [{ rule: "reset:network", network, max: 30, seconds: 600 }];
}

/** Resent registration links. */
export function resendLimits(network: string): Limit[] {
  return [{ rule: "resend:network", network, max: 30, seconds: 600 }];
}

/** Password strength checks while typing. */
export function passwordCheckLimits(network: string): Limit[] {
  return [{ rule: "password-check:network", network, max: 120, seconds: 600 }];
}

/** Sign-ins started at the provider. */
export function providerLimits(network: string): Limit[] {
  return [{ rule: "provider:network", network, max: 60, seconds: 600 }];
}

/**
 * Second-step codes. Known browsers and networks have separate counts, so strangers with the password cannot lock out
 * the owner.
 */
export function twoFactorLimits(userId: string, known: KnownOrigin): Limit[] {
  const terms = { max: 10, seconds: 900 };
  if (known.device !== null)
    return [{ rule: "second-step:device", subject: hashOf(known.device + userId), ...terms }];
  if (known.network !== null)
    return [{ rule: "second-step:own-network", subject: hashOf(known.network + userId), ...terms }];
  return [{ rule: "second-step", subject: userId, ...terms }];
}

/** Photo uploads, accepted or rejected. */
export function photoLimits(userId: string): Limit[] {
  return [{ rule: "photo", subject: userId, max: 10, seconds: 3600 }];
}

/** Requests by a service token. */
export function serviceTokenLimits(tokenId: string): Limit[] {
  return [{ rule: "service-token", subject: tokenId, max: 600, seconds: 600 }];
}

/** Drafts created or changed by an assistant with a service token. */
export function mcpChangeLimits(tokenId: string): Limit[] {
  return [{ rule: "assistant-changes", subject: tokenId, max: 60, seconds: 3600 }];
}

/** Password checks in an existing session: reauthentication and password change. */
export function confirmLimits(userId: string): Limit[] {
  return [{ rule: "confirm", subject: userId, max: 10, seconds: 900 }];
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
