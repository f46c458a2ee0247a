import { createHash } from "node:crypto";
import type { Writing } from "#app/database/database.ts";
import { countAttempt, type Limit } from "#app/http/ops/limits.ts";
import { DomainError } from "#app/platform/domain-error.ts";

/** How many mails one address gets: thanks for what anybody may have sent in its name, and notices to staff. */
const rules = {
  thanks: [
    { max: 2, seconds: 1800 },
    { max: 5, seconds: 86_400 },
  ],
  notice: [{ max: 30, seconds: 3600 }],
} as const;

export function capacityLimits(rule: keyof typeof rules, subject: string): Limit[] {
  return rules[rule].map(({ max, seconds }) => ({
    rule: `${rule}:${seconds}`,
    subject,
    max,
    seconds,
  }));
}

/** Counts one mail to an address; whether it may still be sent. */
export async function hasCapacity(
  tx: Writing,
  rule: keyof typeof rules,
  addressKey: string,
  now: Date,
): Promise<boolean> {
  const subject = createHash("sha256").update(addressKey).digest("base64url").slice(0, 22);
  const limits = capacityLimits(rule, subject);
  try {
    await countAttempt(tx, limits, now);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "too-many") return false;
    throw error;
  }
}
