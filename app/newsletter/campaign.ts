import type { Selectable } from "kysely";
import { z } from "zod";
import type { NewsletterTable } from "#app/database/tables/newsletters.ts";
import { emptyDoc, type RichText, richTextSchema } from "#app/rich-text/schema/schema.ts";
import { plainText } from "#app/text/plain-text.ts";

export type CampaignRow = Selectable<NewsletterTable>;
export type CampaignState = CampaignRow["state"];

const words = {
  subject: plainText({ max: 150 }).pipe(z.string().min(1, "Write a subject")),
  preview: plainText({ max: 200 }).prefault(""),
  isPublic: z.boolean().prefault(true),
};

/** What is written. */
export const campaignSchema = z.strictObject({
  ...words,
  body: (richTextSchema as z.ZodType<RichText>).prefault(emptyDoc as never),
});

/** The same as it is sent in: the text may be Markdown. */
export const campaignInputSchema = z.strictObject({ ...words, body: z.looseObject({}).optional() });

export type CampaignInput = z.infer<typeof campaignSchema>;

/** One newsletter. Moments are ISO 8601. */
export interface Campaign extends CampaignInput {
  id: string;
  state: CampaignState;
  version: number;
  slug: string;
  createdAt: string;
  updatedAt: string;
  sendAt: string | null;
  startedAt: string | null;
  finishedAt: string | null;
  figures: CampaignFigures;
  /** Why it pauses, when nobody asked for it. */
  note: string;
}

export interface CampaignFigures {
  /** Confirmed subscribers when it began. */
  total: number;
  sent: number;
  /** Not sent, for want of a mail server. */
  kept: number;
  failed: number;
  dropped: number;
  /** Readers who left by a link of this issue. */
  unsubscribed: number;
}

export function presentCampaign(row: CampaignRow): Campaign {
  return {
    id: row.id,
    subject: row.subject,
    preview: row.preview,
    isPublic: row.is_public === 1,
    body: JSON.parse(row.body),
    state: row.state,
    version: row.version,
    slug: row.slug,
    note: row.note,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    sendAt: row.send_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    figures: figuresOf(row),
  };
}

export function figuresOf(row: CampaignRow): CampaignFigures {
  const { total, sent, kept, failed, dropped, unsubscribed } = row;
  return { total, sent, kept, failed, dropped, unsubscribed };
}

/** Whether its words may still change. */
export function isEditable(state: CampaignState): boolean {
  return state === "draft" || state === "scheduled";
}

/** What a copy for the staff is called, so that nobody takes it for the thing itself. */
export function testSubject(subject: string): string {
  return `Test: ${subject}`;
}
