import type { Database } from "#app/platform/database/database.ts";
import { readMailCompany } from "../company.ts";
import type { OutboxRow } from "../outbox/claims.ts";
import { decryptContent } from "../outbox/outbox.ts";
import type { MimeMessage } from "../transports/message.ts";
import type { ContentOf, TemplateContent } from "./mail-content.ts";
import type { RenderedMail } from "./render-mail.tsx";

/** Rendered mail without recipient. */
export type RenderedContent = Omit<MimeMessage, "id" | "to" | "date">;

/** Renders a mail of the outbox; null if it must not be sent any more. */
export type RenderQueued = (row: OutboxRow) => Promise<RenderedContent | null>;

/** Renders a newsletter; null if it must not be sent any more. */
export type RenderCampaignMail = (content: ContentOf<"newsletter">) => Promise<RenderedContent | null>;

/** Creates a renderer of every mail; newsletters are rendered by `renderCampaignMail`. */
export function createQueuedRenderer(
  db: Database,
  publicUrl: URL,
  renderCampaignMail: RenderCampaignMail,
): RenderQueued {
  return async (row) => {
    const content = decryptContent(db.encryption, row.content);
    if (content.template === "newsletter") return renderCampaignMail(content);
    const words = await renderTemplate(db, publicUrl, content, linkLifetimeOf(row));
    const isPersonal = content.template === "lead-reply";
    return { ...words, subject: row.subject, isPersonal, earlier: isPersonal ? content.earlier : [] };
  };
}

/**
 * Renders a template with the current company data.
 * @param lifetime lifetime of its links as text
 */
export async function renderTemplate(
  db: Database,
  publicUrl: URL,
  content: TemplateContent,
  lifetime: string,
): Promise<RenderedMail> {
  // Loaded on first use, which keeps the start fast.
  const { renderMail } = await import("./render-mail.tsx");
  return renderMail(content, { company: await readMailCompany(db, publicUrl), lifetime });
}

/** Returns the lifetime of a mail's links as text, such as "7 days"; empty if they do not expire. */
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
