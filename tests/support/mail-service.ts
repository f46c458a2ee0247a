import type { Database } from "#app/database/database.ts";
import { createMailService, type MailService } from "#app/mail/outbox/mail-service.ts";
import { createQueuedRenderer } from "#app/mail/templates/render-queued.ts";
import { createCampaignRenderer } from "#app/newsletter/mail/prepare-campaign.ts";

/** Looks at the mail of a test’s database; a mail server is set. */
export function aMailService(db: Database, publicUrl = new URL("https://www.company.example")): MailService {
  const from = { name: "Kolpona", address: "hello@company.example" };
  const setMail = createQueuedRenderer(db, publicUrl, createCampaignRenderer(db, publicUrl));
  return createMailService({
    from,
    setMail,
    encryption: db.encryption,
    isSending: true,
    isWaiting: false,
    folder: "/nowhere/mail",
    isServerAway: () => false,
  });
}
