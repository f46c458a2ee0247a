import type { Vault } from "#app/platform/secrets/vault.ts";
import { type MailContent, mailContentSchema } from "../templates/mail-content.ts";

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
