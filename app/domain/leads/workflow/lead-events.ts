import type { Selectable } from "kysely";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { type EventData, queueEvent } from "#app/domain/webhooks/events.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import type { LeadEventTable } from "#app/platform/database/tables/leads.ts";
import { newId } from "#app/platform/runtime/id.ts";

/** Events of a lead, with the details stored for each. */
export interface LeadEventDetails {
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

export type LeadEventKind = keyof LeadEventDetails;
type LeadAction = Exclude<LeadEventKind, "arrived" | "wrote-again">;
export type LeadEvent = Selectable<LeadEventTable>;

/** Records an event caused by the site or the visitor, in its transaction, and notifies listeners. */
export async function recordLeadEvent<Kind extends LeadEventKind>(
  tx: Writing,
  leadId: string,
  kind: Kind,
  detail: LeadEventDetails[Kind],
  now: Date,
): Promise<void> {
  await insertEvent(tx, leadId, kind, detail, "", now);
}

/** Records an action of staff as event and in the audit log. */
export async function recordLeadAction<Kind extends LeadAction>(
  tx: Writing,
  leadId: string,
  kind: Kind,
  detail: LeadEventDetails[Kind],
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
  await queueWebhookEvent(tx, leadId, kind, detail, now);
  tx.invalidate(cacheTags.leads);
}

/** Changed field reported to webhooks, by event. */
const changedParts: Record<Exclude<LeadEventKind, "arrived">, string> = {
  "wrote-again": "status",
  status: "status",
  assigned: "assignee",
  snoozed: "snoozedUntil",
  woken: "snoozedUntil",
  "marked-spam": "status",
  "not-spam": "status",
  replied: "record",
  "answered-otherwise": "answeredAt",
  "not-reached": "tries",
  noted: "record",
  "note-changed": "record",
  "note-removed": "record",
  merged: "mergedInto",
  "took-in": "record",
  parted: "mergedInto",
  restored: "status",
};

/** Queues webhook events; new spam causes none. */
async function queueWebhookEvent(
  tx: Writing,
  leadId: string,
  kind: LeadEventKind,
  detail: object,
  now: Date,
): Promise<void> {
  if (kind === "arrived" && "isSpam" in detail && detail.isSpam) return;
  const type = kind === "arrived" ? "lead.received" : "lead.changed";
  const changed = kind === "arrived" ? {} : { changed: [changedParts[kind]] };
  const describe = async () => {
    const lead = await tx.query
      .selectFrom("leads")
      .select(["kind", "reference"])
      .where("id", "=", leadId)
      .executeTakeFirst();
    return lead ? { id: leadId, ...lead, ...changed } : null;
  };
  await queueEvent(tx, type, describe, now);
}

/** Parses the details of an event without validation: other versions may have stored them. */
export function detailOf(event: LeadEvent): Record<string, unknown> {
  const detail: unknown = JSON.parse(event.detail);
  return typeof detail === "object" && detail !== null ? { ...detail } : {};
}

/** Reads the current contact data of the person of an event; null without a person or if erased. */
export async function readPersonOfEvent(
  { query }: Database,
  type: string,
  { id }: EventData,
): Promise<Record<string, string> | null> {
  if (type.startsWith("lead.")) {
    const lead = await query
      .selectFrom("leads")
      .select(["name", "email", "phone", "company"])
      .where("id", "=", id)
      .where("erased_at", "is", null)
      .executeTakeFirst();
    return lead ?? null;
  }
  if (!type.startsWith("subscriber.")) return null;
  const reader = await query
    .selectFrom("subscribers")
    .select("email")
    .where("id", "=", id)
    .executeTakeFirst();
  return reader ?? null;
}
