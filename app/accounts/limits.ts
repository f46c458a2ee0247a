import { createHash } from "node:crypto";
import { write } from "#app/database/database.ts";
import { countAttempt, type Limit } from "#app/http/limits.ts";
import { emailKey } from "#app/text/email.ts";
import type { Circumstances } from "./circumstances.ts";
import type { World } from "./parts.ts";

/** Counts in a transaction of its own, so that what is refused afterwards stays counted. */
export function countFirst({ db }: World, limits: readonly Limit[], { now }: Circumstances): Promise<void> {
  return write(db, (tx) => countAttempt(tx, limits, now));
}

/** Password checks. A browser the person has signed in with before counts by itself: strangers can't lock it out. */
export function signInLimits(email: string, network: string, knownDevice: string | null): Limit[] {
  if (knownDevice !== null)
    return [
      { rule: "sign-in:device", subject: hashOf(knownDevice + emailKey(email)), max: 25, seconds: 3600 },
    ];
  return [
    { rule: "sign-in:account", subject: hashOf(emailKey(email)), max: 25, seconds: 3600 },
    { rule: "sign-in:network", subject: network, max: 25, seconds: 300 },
  ];
}

/** Mails that anybody can have sent to an address, whichever they are. */
export function mailLimits(email: string): Limit[] {
  const subject = hashOf(emailKey(email));
  return [
    { rule: "account-mail:soon", subject, max: 5, seconds: 1800 },
    { rule: "account-mail:day", subject, max: 10, seconds: 86_400 },
  ];
}

export function registrationLimits(network: string): Limit[] {
  return [{ rule: "registration:network", subject: network, max: 20, seconds: 600 }];
}

/** Forgotten passwords and repeated links, whoever they are for. */
export function askingLimits(network: string): Limit[] {
  return [{ rule: "account-mail:network", subject: network, max: 30, seconds: 600 }];
}

export function secondStepLimits(userId: string): Limit[] {
  return [{ rule: "second-step", subject: userId, max: 10, seconds: 900 }];
}

/** Passwords of a session that is there: confirming and changing. */
export function confirmLimits(userId: string): Limit[] {
  return [{ rule: "confirm", subject: userId, max: 10, seconds: 900 }];
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}
