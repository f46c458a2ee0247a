import type { Database } from "#app/database/database.ts";
import { readMailCompany } from "../company.ts";
import type { OutboxRow } from "../outbox/claims.ts";
import { openContent } from "../outbox/outbox.ts";
import type { MimeMessage } from "../transports/message.ts";
import type { ContentOf, TemplateContent } from "./mail-content.ts";
import type { RenderedMail } from "./render-mail.tsx";

/** A mail in words, ready for its envelope. */
export type RenderWords = Omit<MimeMessage, "id" | "to" | "date">;

/** What sets a mail of the outbox in words; null for one that nobody wants any more. */
export type RenderQueued = (row: OutboxRow) => Promise<RenderWords | null>;

/** Sets what was written by people elsewhere, such as a newsletter; null when it may not be sent any more. */
export type RenderCampaignMail = (content: ContentOf<"newsletter">) => Promise<RenderWords | null>;

/** Renders every mail: templates by our own words, newsletters by `renderCampaignMail`. */
export function createQueuedRenderer(
  db: Database,
  publicUrl: URL,
  renderCampaignMail: RenderCampaignMail,
): RenderQueued {
  return async (row) => {
    const content = openContent(db.encryption, row.content);
    if (content.template === "newsletter") return renderCampaignMail(content);
    const words = await renderTemplate(db, publicUrl, content, linkLifetimeOf(row));
    const isPersonal = content.template === "lead-reply";
    return { ...words, subject: row.subject, isPersonal, earlier: isPersonal ? content.earlier : [] };
  };
}

/** @param lifetime of its links, in words */
export async function renderTemplate(
  db: Database,
  publicUrl: URL,
  content: TemplateContent,
  lifetime: string,
): Promise<RenderedMail> {
  // Loaded with the first mail, so that the start is not slower for it.
  const { renderMail } = await import("./render-mail.tsx");
  return renderMail(content, { company: await readMailCompany(db, publicUrl), lifetime });
}

/** In words: "30 minutes", "7 days"; empty for a mail whose links don't run out. */
export function linkLifetimeOf({
  created_at,
  expires_at,
}: Pick<OutboxRow, "created_at" | "expires_at">): string {
  if (expires_at === null) return "";
  const minutes = Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 60_000);
  const [count, unit] =
    minutes < 120 ? [minutes, "minute"] : minutes < 2880 ? [minutes / 60, "hour"] : [minutes / 1440, "day"];
  const whole = Math.floor(Number(count));
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}
