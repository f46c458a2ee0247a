import type { Selectable } from "kysely";
import { z } from "zod";
import type { NewsletterTable } from "#app/database/tables/outgoing.ts";
import { recordSchema, type ValuesOf } from "#app/fields/field.ts";
import { flag, line, richText } from "#app/fields/fields.ts";

export type CampaignRow = Selectable<NewsletterTable>;
export type CampaignState = CampaignRow["state"];

/** Characters that mail programs show of a subject, and some more. */
export const longestSubject = 150;

/** What is written: its form, its check and its comparison with what somebody else has saved. */
export const campaignFields = {
  subject: line("Subject", { max: longestSubject, required: true }),
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

/** The same as it is sent in: the text may be Markdown. */
export const campaignInputSchema = z.strictObject({
  subject: campaignFields.subject.schema,
  preview: campaignFields.preview.schema.prefault(""),
  isPublic: campaignFields.isPublic.schema.prefault(true),
  body: z.looseObject({}).optional(),
});

export type CampaignInput = ValuesOf<typeof campaignFields>;

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
  stored: number;
  failed: number;
  cancelled: number;
  /** Readers who left by a link of this campaign. */
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

/** Whether its words may still change. */
export function isEditable(state: CampaignState): boolean {
  return state === "draft" || state === "scheduled";
}

/** What a copy for the staff is called, so that nobody takes it for the thing itself. */
export function testSubject(subject: string): string {
  return `Test: ${subject}`;
}
