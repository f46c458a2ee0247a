import type { Selectable } from "kysely";
import { z } from "zod";
import { recordSchema, type ValuesOf } from "#app/lib/fields/field.ts";
import { flag, line, richText } from "#app/lib/fields/fields.ts";
import type { NewsletterTable } from "#app/platform/database/tables/outgoing.ts";

export type CampaignRow = Selectable<NewsletterTable>;
export type CampaignState = CampaignRow["state"];

/** Maximum characters of a subject, a little more than mail programs show. */
export const maxSubjectLength = 150;

/** Form fields of a newsletter, which define its validation and its comparison with a newer version. */
export const campaignFields = {
  subject: line("Subject", { max: maxSubjectLength, required: true }),
  preview: line("Preview text", {
    max: 200,
    hint: "Mail apps show it after the subject. If empty, they show the first words.",
  }),
  body: richText("Text"),
  isPublic: flag("Show it in the public archive", {
    isOn: true,
    hint: "Once sending starts, everybody can read it under /newsletter/archive.",
  }),
};

export const campaignSchema = recordSchema(campaignFields);

/** Schema of API input, in which the text may be Markdown. */
export const campaignInputSchema = z.strictObject({
  subject: campaignFields.subject.schema,
  preview: campaignFields.preview.schema.prefault(""),
  isPublic: campaignFields.isPublic.schema.prefault(true),
  body: z.looseObject({}).optional(),
});

export type CampaignInput = ValuesOf<typeof campaignFields>;

/** Newsletter. Times are ISO 8601. */
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
  /** Reason for an automatic pause. */
  note: string;
}

export interface CampaignFigures {
  /** Confirmed subscribers at the start of sending. */
  total: number;
  sent: number;
  /** Stored without sending, because no mail server is configured. */
  stored: number;
  failed: number;
  cancelled: number;
  /** Readers who unsubscribed by a link in this newsletter. */
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
  const { total, sent, stored, failed, cancelled, unsubscribed } = row;
  return { total, sent, stored, failed, cancelled, unsubscribed };
}

/** Whether the text may still change. */
export function isEditable(state: CampaignState): boolean {
  return state === "draft" || state === "scheduled";
}

/** Returns the subject of a test copy, which distinguishes it from the newsletter itself. */
export function testSubject(subject: string): string {
  return `Test: ${subject}`;
}
