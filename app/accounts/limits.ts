import { createHash } from "node:crypto";
import { type Writing, write } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { countAttempt, type Limit } from "#app/platform/limits/limits.ts";
import { emailKey } from "#app/text/email.ts";
import type { AccountContext } from "./account-context.ts";
import type { ClientContext } from "./account-events.ts";
import type { KnownAsker } from "./sessions/known-devices.ts";

/** Counts in a transaction of its own, so that what is refused afterwards stays counted. */
export function countFirst(
  { db }: AccountContext,
  limits: readonly Limit[],
  { now }: ClientContext,
): Promise<void> {
  return write(db, (tx) => countAttempt(tx, limits, now));
}

/** Counts only what is within the limits, and answers whether it is: for what is left undone beyond them without a word. */
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
 * Password checks. A browser the person has signed in with before counts by itself, and so does the network they were in:
 * what strangers use up elsewhere is not theirs.
 */
export function signInLimits(email: string, network: string, known: KnownAsker): Limit[] {
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

/** What strangers have used up of an account's password checks is given back: its owner has shown who they are. */
export async function clearSignInLimit(tx: Writing, email: string): Promise<void> {
  await tx.query
    .deleteFrom("limits")
    .where("rule", "=", "sign-in:account")
    .where("subject", "=", hashOf(emailKey(email)))
    .execute();
}

/** Answers of passkeys, which have counts of their own: wrong passwords never close this way in. */
export function passkeyLimits(credentialId: string, network: string): Limit[] {
  return [
    { rule: "passkey:credential", subject: hashOf(credentialId), max: 25, seconds: 3600 },
    { rule: "passkey:network", network, max: 25, seconds: 300 },
  ];
}

/** Challenges given out, each a row until it has run out. @param caller a network, or the id of who is signed in */
export function challengeLimits(caller: string): Limit[] {
  return [{ rule: "passkey:challenge", network: caller, max: 60, seconds: 600 }];
}

/** What makes us write to an address. Each has counts of its own, so that one never uses up another. */
export type MailCause = "reset" | "registration" | "email-change" | "invitation";

/** Mails that one caller can have sent to an address. @param caller a known browser, a network, or a person's id */
export function callerMailLimits(cause: MailCause, email: string, caller: string): Limit[] {
  const subject = hashOf(`${caller} ${emailKey(email)}`);
  return [
    { rule: `${cause}-mail:asker`, subject, max: 5, seconds: 1800 },
    { rule: `${cause}-mail:asker-day`, subject, max: 10, seconds: 86_400 },
  ];
}

/**
 * Mails that all strangers together can have sent to an address by asking for a new password, or for an account: nobody's
 * mailbox is flooded through us. Resets are counted only where there is an account, so nothing else may look at their count.
 */
export function strangerMailLimits(cause: "reset" | "registration", email: string): Limit[] {
  const subject = hashOf(emailKey(email));
  return [
    { rule: `${cause}-mail:strangers`, subject, max: 5, seconds: 1800 },
    { rule: `${cause}-mail:strangers-day`, subject, max: 10, seconds: 86_400 },
  ];
}

/** The same for people who are signed in and say that the address is theirs. */
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

/** Forgotten passwords, whoever they are for. */
export function resetLimits(network: string): Limit[] {
  return [{ rule: "reset:network", network, max: 30, seconds: 600 }];
}

/** Links of a registration that are sent again. */
export function resendLimits(network: string): Limit[] {
  return [{ rule: "resend:network", network, max: 30, seconds: 600 }];
}

/** New passwords that are judged while somebody types. */
export function passwordCheckLimits(network: string): Limit[] {
  return [{ rule: "password-check:network", network, max: 120, seconds: 600 }];
}

/** Sign-ins that are begun at the provider. */
export function providerLimits(network: string): Limit[] {
  return [{ rule: "provider:network", network, max: 60, seconds: 600 }];
}

/**
 * Codes of a second step. As with passwords, a browser the person has signed in with counts alone, and so does the network
 * they were in: strangers who have the password do not keep its owner out.
 */
export function twoFactorLimits(userId: string, known: KnownAsker): Limit[] {
  const terms = { max: 10, seconds: 900 };
  if (known.device !== null)
    return [{ rule: "second-step:device", subject: hashOf(known.device + userId), ...terms }];
  if (known.network !== null)
    return [{ rule: "second-step:own-network", subject: hashOf(known.network + userId), ...terms }];
  return [{ rule: "second-step", subject: userId, ...terms }];
}

/** Photos a person uploads, taken or refused. */
export function photoLimits(userId: string): Limit[] {
  return [{ rule: "photo", subject: userId, max: 10, seconds: 3600 }];
}

/** Requests by a service token. */
export function serviceTokenLimits(tokenId: string): Limit[] {
  return [{ rule: "service-token", subject: tokenId, max: 600, seconds: 600 }];
}

/** Drafts that an assistant makes and changes by a service token. */
export function mcpChangeLimits(tokenId: string): Limit[] {
  return [{ rule: "assistant-changes", subject: tokenId, max: 60, seconds: 3600 }];
}

/** Passwords of a session that is there: confirming and changing. */
export function confirmLimits(userId: string): Limit[] {
  return [{ rule: "confirm", subject: userId, max: 10, seconds: 900 }];
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
