import { type MailContent, mailContentSchema } from "#app/mail/templates/mail-content.ts";
import { retryAt } from "#app/platform/next-try.ts";
import type { Vault } from "#app/platform/secrets/vault.ts";

/**
 * What the outbox keeps of a mail's words. They hold links that open accounts, and what people wrote to the company, so
 * nobody reads them in a copy of the database.
 */
export function sealContent(vault: Vault, content: MailContent): string {
  return vault.encrypt(JSON.stringify(content));
}

/** Throws when it was sealed with another secret, or is no mail's content. */
export function openContent(vault: Vault, kept: string): MailContent {
  return mailContentSchema.parse(JSON.parse(isSealed(kept) ? vault.decrypt(kept) : kept));
}

/** Instances of a version that did not seal may still queue mail while an update is under way. */
function isSealed(kept: string): boolean {
  return !kept.startsWith("{");
}

const minute = 60_000;
const hour = 60 * minute;

/** Waits between the tries, fourfold each time up to six hours: ten tries in a little more than a day. */
const waits = [minute, 4 * minute, 16 * minute, hour, 4 * hour, ...Array<number>(4).fill(6 * hour)];

export const mostTries = waits.length + 1;

/** When a mail that failed for the `attempts`-th time is tried again; null when it is given up. */
export function nextTry(attempts: number, now: Date): Date | null {
  return retryAt(waits, attempts, now);
}
