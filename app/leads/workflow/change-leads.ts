import type { Updateable } from "kysely";
import { z } from "zod";
import type { ActionContext } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import type { MessageTable } from "#app/database/tables/leads.ts";
import { DomainError } from "#app/platform/refusal.ts";
import { checkInput } from "../intake/check.ts";
import { findLead, type Lead, type LeadKind, lockLead, tableOf } from "../lead.ts";
import { announceLead } from "../notices/announce.ts";
import { readLeadSettings } from "../settings/keep-lead-settings.ts";
import { recordLeadAction } from "./lead-events.ts";
import { findStaffMember } from "./staff.ts";
import { type Status, statuses } from "./statuses.ts";

/** What staff can set; what is left out stays. */
export const leadChangeSchema = z.strictObject({
  status: z.enum(statuses, `Give one of: ${statuses.join(", ")}`).optional(),
  /** Id of a person of the staff, or null for nobody. */
  assignee: z.string().max(100).nullable().optional(),
  /** Out of sight until then; null brings it back. */
  snoozedUntil: z.iso.datetime({ error: "Give a moment such as 2026-03-01T09:00:00Z" }).nullable().optional(),
});

export type LeadChange = z.infer<typeof leadChangeSchema>;

/** Where a lead stands, who has it, and until when it is put off. */
export interface LeadStanding {
  status: Status;
  assignee: string | null;
  snoozedUntil: string | null;
}

/** How a lead stood before a change, and how after it: what takes the change back, unless somebody has changed it since. */
export interface Before extends LeadStanding {
  id: string;
  after: LeadStanding;
}

export const mostLeadsAtOnce = 200;

/** Changes leads, each with its own line in their record; answers how they stood. */
export async function changeLeads(
  tx: Writing,
  kind: LeadKind,
  ids: readonly string[],
  input: unknown,
  deed: ActionContext,
): Promise<Before[]> {
  const change = checkInput(leadChangeSchema, input);
  const chosen = [...new Set(ids)].sort();
  if (chosen.length === 0) throw new DomainError("invalid", "Choose at least one first.");
  if (chosen.length > mostLeadsAtOnce)
    throw new DomainError("invalid", `At most ${mostLeadsAtOnce} can be changed at once.`);
  if (change.assignee) await findStaffMember(tx, change.assignee);
  if (change.snoozedUntil && new Date(change.snoozedUntil) <= deed.now)
    throw new DomainError("invalid", "Some fields need another look.", {
      fields: { snoozedUntil: "Choose a moment to come" },
    });
  const before: Before[] = [];
  for (const id of chosen) {
    const lead = await lockLead(tx, kind, id);
    await changeOne(tx, lead, change, deed);
    before.push({ id, ...standingOf(lead), after: standingOf((await findLead(tx, kind, id)) ?? lead) });
  }
  return before;
}

export function standingOf({ status, assignee_id, snoozed_until }: Lead): LeadStanding {
  return { status, assignee: assignee_id, snoozedUntil: snoozed_until };
}

/** Whoever answers something that nobody has taken on has taken it on. */
export async function assignIfFree(
  tx: Writing,
  { kind, id }: { kind: LeadKind; id: string },
  personId: string,
  deed: ActionContext,
): Promise<void> {
  const lead = await lockLead(tx, kind, id);
  if (lead.assignee_id !== null) return;
  await setColumns(tx, lead, { assignee_id: personId });
  await recordLeadAction(tx, id, "assigned", { from: null, to: personId }, deed);
}

async function changeOne(tx: Writing, lead: Lead, change: LeadChange, deed: ActionContext): Promise<void> {
  if (change.assignee !== undefined && change.assignee !== lead.assignee_id) {
    await setColumns(tx, lead, { assignee_id: change.assignee });
    await recordLeadAction(tx, lead.id, "assigned", { from: lead.assignee_id, to: change.assignee }, deed);
  }
  // Who takes something on has begun with it.
  const status = change.status ?? (change.assignee && lead.status === "new" ? "open" : undefined);
  if (status !== undefined && status !== lead.status) await setStatus(tx, lead, status, deed);
  if (change.snoozedUntil !== undefined && change.snoozedUntil !== lead.snoozed_until)
    await setSnooze(tx, lead, change.snoozedUntil, deed);
}

/** Sets where a lead stands; what was put off is back by that, and what was taken for spam is told of as if it were new. */
export async function setStatus(tx: Writing, lead: Lead, status: Status, deed: ActionContext): Promise<void> {
  const isEnd = status === "closed" || status === "spam";
  await setColumns(tx, lead, {
    status,
    snoozed_until: null,
    closed_at: isEnd ? deed.now.toISOString() : null,
  });
  if (status === "spam") return recordLeadAction(tx, lead.id, "marked-spam", {}, deed);
  if (lead.status !== "spam")
    return recordLeadAction(tx, lead.id, "status", { from: lead.status, to: status }, deed);
  await recordLeadAction(tx, lead.id, "not-spam", {}, deed);
  await announceLead(tx, { ...lead, status }, await readLeadSettings(tx), deed.now);
}

async function setSnooze(tx: Writing, lead: Lead, until: string | null, deed: ActionContext): Promise<void> {
  if (until === null) {
    await setColumns(tx, lead, { snoozed_until: null, surfaced_at: deed.now.toISOString() });
    return recordLeadAction(tx, lead.id, "woken", {}, deed);
  }
  const at = new Date(until).toISOString();
  await setColumns(tx, lead, { snoozed_until: at });
  await recordLeadAction(tx, lead.id, "snoozed", { until: at }, deed);
}

/** Every column that both kinds have can be set by way of this. */
export async function setColumns(
  tx: Writing,
  { kind, id }: Pick<Lead, "kind" | "id">,
  columns: Updateable<MessageTable>,
): Promise<void> {
  await tx.query.updateTable(tableOf(kind)).set(columns).where("id", "=", id).execute();
}
