import type { Selectable } from "kysely";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import type { LeadEventTable } from "#app/database/tables/leads.ts";
import { newId } from "#app/platform/id.ts";

/** What can happen to a lead, and what is kept of it beside who and when. */
export interface LeadHappenings {
  arrived: { isSpam: boolean };
  "wrote-again": { reference: string };
  status: { from: string; to: string };
  assigned: { from: string | null; to: string | null };
  snoozed: { until: string };
  woken: Record<never, never>;
  "marked-spam": Record<never, never>;
  "not-spam": Record<never, never>;
  replied: { mailId: string };
  "answered-otherwise": Record<never, never>;
  "not-reached": { tries: number };
  noted: { noteId: string };
  "note-changed": { noteId: string };
  "note-removed": { noteId: string };
  merged: { into: string };
  "took-in": { reference: string };
  parted: Record<never, never>;
  restored: Record<never, never>;
}

export type LeadEventKind = keyof LeadHappenings;
type LeadAction = Exclude<LeadEventKind, "arrived" | "wrote-again">;
export type LeadEvent = Selectable<LeadEventTable>;

/** Keeps what happened by itself or by the visitor, in its transaction, and tells those who look. */
export async function recordHappening<Kind extends LeadEventKind>(
  tx: Writing,
  leadId: string,
  kind: Kind,
  detail: LeadHappenings[Kind],
  now: Date,
): Promise<void> {
  await insertEvent(tx, leadId, kind, detail, "", now);
}

/** Keeps what one of the staff did; in the audit as well. */
export async function recordLeadAction<Kind extends LeadAction>(
  tx: Writing,
  leadId: string,
  kind: Kind,
  detail: LeadHappenings[Kind],
  { actor, now }: ActionContext,
): Promise<void> {
  await insertEvent(tx, leadId, kind, detail, actor.id, now);
  await recordAudit(tx, actor, `lead.${kind}`, leadId, JSON.stringify(detail));
}

async function insertEvent(
  tx: Writing,
  leadId: string,
  kind: LeadEventKind,
  detail: object,
  actor: string,
  now: Date,
): Promise<void> {
  const row = {
    id: newId(),
    lead_id: leadId,
    kind,
    actor,
    detail: JSON.stringify(detail),
    at: now.toISOString(),
  };
  await tx.query.insertInto("lead_events").values(row).execute();
  tx.invalidate(cacheTags.leads);
}

/** What was kept with an event; nothing is asked of rows of another version. */
export function detailOf(event: LeadEvent): Record<string, unknown> {
  const detail: unknown = JSON.parse(event.detail);
  return typeof detail === "object" && detail !== null ? { ...detail } : {};
}
