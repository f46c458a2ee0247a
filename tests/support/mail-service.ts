import { createMailService, type MailService } from "#app/domain/mail/outbox/mail-service.ts";
import { createQueuedRenderer } from "#app/domain/mail/templates/render-queued.ts";
import { createCampaignRenderer } from "#app/domain/newsletter/mail/prepare-campaign.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Mail service of a test database with a mail server configured. */
export function createTestMailService(
  db: Database,
  publicUrl = new URL("https://www.company.example"),
): MailService {
  const from = { name: "Kolpona", address: "hello@company.example" };
  const renderQueued = createQueuedRenderer(db, publicUrl, createCampaignRenderer(db, publicUrl));
  return createMailService({
    from,
    renderQueued,
    encryption: db.encryption,
    isSending: true,
    isWaiting: false,
    folder: "/nowhere/mail",
    isServerAway: () => false,
  });
}
