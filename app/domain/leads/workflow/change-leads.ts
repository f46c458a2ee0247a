import { isDeepStrictEqual } from "node:util";
import { sql, type Updateable } from "kysely";
import { z } from "zod";
import type { ActionContext } from "#app/domain/audit/audit.ts";
import { readCompanyContact } from "#app/domain/mail/company.ts";
import { checkInput } from "#app/lib/errors/check-input.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import type { LeadTable } from "#app/platform/database/tables/leads.ts";
import { findLead, type Lead, lockLead } from "../lead.ts";
import { type LeadKind, type Status, statuses } from "../lead-kinds.ts";
import { readLeadSettings } from "../lead-settings.ts";
import { announceLead } from "../notices/announce.ts";
import { countBusinessMinutes } from "./answer-time.ts";
import { recordLeadAction, recordLeadEvent } from "./lead-events.ts";
import { findStaffMember } from "./staff.ts";

/** Changes by staff; omitted fields remain. */
export const leadChangeSchema = z.strictObject({
  status: z.enum(statuses, `Enter one of: ${statuses.join(", ")}`).optional(),
  /** User id of a staff member; null for none. */
  assignee: z.string().max(100).nullable().optional(),
  /** End of the snooze; null ends it now. */
  snoozedUntil: z.iso
    .datetime({ error: "Enter a moment such as 2026-03-01T09:00:00Z" })
    .nullable()
    .optional(),
});

export type LeadChange = z.infer<typeof leadChangeSchema>;

/** Status, assignee and end of the snooze of a lead. */
export interface LeadWorkflowState {
  status: Status;
  assignee: string | null;
  snoozedUntil: string | null;
}

/** State of a lead before and after a change. Undo requires that the lead is unchanged since. */
export interface LeadSnapshot extends LeadWorkflowState {
  id: string;
  after: LeadWorkflowState;
}

export const maxLeadsPerChange = 200;

/** Changes leads and records an event for each; returns snapshots for undo. */
export async function changeLeads(
  tx: Writing,
  kind: LeadKind,
  ids: readonly string[],
  input: unknown,
  actionContext: ActionContext,
): Promise<LeadSnapshot[]> {
  const change = checkInput(leadChangeSchema, input);
  const uniqueIds = [...new Set(ids)].sort();
  if (uniqueIds.length === 0) throw new DomainError("invalid", "Choose at least one first.");
  if (uniqueIds.length > maxLeadsPerChange)
    throw new DomainError("invalid", `At most ${maxLeadsPerChange} can be changed at once.`);
  if (change.assignee) await findStaffMember(tx, change.assignee);
  if (change.snoozedUntil && new Date(change.snoozedUntil) <= actionContext.now)
    throw new DomainError("invalid", "Please check these fields.", {
      fields: { snoozedUntil: "Choose a time in the future" },
    });
  const before: LeadSnapshot[] = [];
  for (const id of uniqueIds) {
    const lead = await lockLead(tx, kind, id);
    await changeOne(tx, lead, change, actionContext);
    before.push({
      id,
      ...workflowStateOf(lead),
      after: workflowStateOf((await findLead(tx, kind, id)) ?? lead),
    });
  }
  return before;
}

function workflowStateOf({ status, assignee_id, snoozed_until }: Lead): LeadWorkflowState {
  return { status, assignee: assignee_id, snoozedUntil: snoozed_until };
}

/** Assigns an unassigned lead to the person who answers it. */
export async function assignIfUnassigned(
  tx: Writing,
  { kind, id }: { kind: LeadKind; id: string },
  personId: string,
  actionContext: ActionContext,
): Promise<void> {
  const lead = await lockLead(tx, kind, id);
  if (lead.assignee_id !== null) return;
  await setColumns(tx, lead, { assignee_id: personId });
  await recordLeadAction(tx, id, "assigned", { from: null, to: personId }, actionContext);
}

async function changeOne(
  tx: Writing,
  lead: Lead,
  change: LeadChange,
  actionContext: ActionContext,
): Promise<void> {
  if (change.assignee !== undefined && change.assignee !== lead.assignee_id) {
    await setColumns(tx, lead, { assignee_id: change.assignee });
    await recordLeadAction(
      tx,
      lead.id,
      "assigned",
      { from: lead.assignee_id, to: change.assignee },
      actionContext,
    );
  }
  // Assigning a new lead opens it.
  const status = change.status ?? (change.assignee && lead.status === "new" ? "open" : undefined);
  if (status !== undefined && status !== lead.status) await setStatus(tx, lead, status, actionContext);
  if (change.snoozedUntil !== undefined && change.snoozedUntil !== lead.snoozed_until)
    await setSnooze(tx, lead, change.snoozedUntil, actionContext);
}

/** Sets the status of a lead and ends its snooze. A lead that is no longer spam is announced as new. */
export async function setStatus(
  tx: Writing,
  lead: Lead,
  status: Status,
  actionContext: ActionContext,
): Promise<void> {
  const isClosed = status === "closed" || status === "spam";
  await setColumns(tx, lead, {
    status,
    snoozed_until: null,
    closed_at: isClosed ? actionContext.now.toISOString() : null,
  });
  if (status === "spam") return recordLeadAction(tx, lead.id, "marked-spam", {}, actionContext);
  if (lead.status !== "spam")
    return recordLeadAction(tx, lead.id, "status", { from: lead.status, to: status }, actionContext);
  await recordLeadAction(tx, lead.id, "not-spam", {}, actionContext);
  await announceLead(tx, { ...lead, status }, await readLeadSettings(tx), actionContext.now);
}

async function setSnooze(
  tx: Writing,
  lead: Lead,
  until: string | null,
  actionContext: ActionContext,
): Promise<void> {
  if (until === null) {
    await setColumns(tx, lead, { snoozed_until: null, sort_date: actionContext.now.toISOString() });
    return recordLeadAction(tx, lead.id, "woken", {}, actionContext);
  }
  const at = new Date(until).toISOString();
  await setColumns(tx, lead, { snoozed_until: at });
  await recordLeadAction(tx, lead.id, "snoozed", { until: at }, actionContext);
}

async function setColumns(
  tx: Writing,
  { id }: Pick<Lead, "id">,
  columns: Updateable<LeadTable>,
): Promise<void> {
  await tx.query.updateTable("leads").set(columns).where("id", "=", id).execute();
}

const workflowState = {
  status: z.enum(statuses),
  assignee: z.string().max(100).nullable(),
  snoozedUntil: z.iso.datetime().nullable(),
};
const snapshotSchema = z.strictObject({
  id: z.string().max(100),
  ...workflowState,
  after: z.strictObject(workflowState),
});

/** Serializes snapshots for a screen, which sends them back to undo; they permit nothing that staff could not set directly. */
export function serializeSnapshots(before: readonly LeadSnapshot[]): string[] {
  return before.map((one) => JSON.stringify(one));
}

/** Restores leads from snapshots; skips leads that were changed since. Returns the number restored. */
export async function restoreLeads(
  tx: Writing,
  kind: LeadKind,
  sent: readonly string[],
  actionContext: ActionContext,
): Promise<number> {
  const snapshots = checkInput(z.array(snapshotSchema).min(1).max(maxLeadsPerChange), sent.map(parse));
  let restored = 0;
  for (const before of snapshots.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const lead = await lockLead(tx, kind, before.id);
    if (!isDeepStrictEqual(workflowStateOf(lead), before.after)) continue;
    const needsAssignee = before.assignee !== null && before.assignee !== lead.assignee_id;
    if (needsAssignee) await findStaffMember(tx, before.assignee ?? "");
    const isClosed = before.status === "closed" || before.status === "spam";
    await setColumns(tx, lead, {
      status: before.status,
      assignee_id: before.assignee,
      snoozed_until: before.snoozedUntil,
      closed_at: isClosed ? (lead.closed_at ?? actionContext.now.toISOString()) : null,
    });
    await recordLeadAction(tx, lead.id, "restored", {}, actionContext);
    restored += 1;
  }
  return restored;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Ends due snoozes and moves the leads to the top; waiting leads become open. */
export async function unsnoozeLeads(db: Database, now: Date): Promise<number> {
  const at = now.toISOString();
  const due = await db.query
    .selectFrom("leads")
    .select("id")
    .where("snoozed_until", "<=", at)
    .executeTakeFirst();
  if (!due) return 0;
  return write(db, async (tx) => {
    // The update checks locked rows again, so that only one instance ends each snooze.
    const unsnoozed = await tx.query
      .updateTable("leads")
      .set({
        snoozed_until: null,
        sort_date: at,
        status: sql<Status>`case when status = 'waiting' then 'open' else status end`,
      })
      .where("snoozed_until", "<=", at)
      .returning("id")
      .execute();
    for (const { id } of unsnoozed) await recordLeadEvent(tx, id, "woken", {}, now);
    return unsnoozed.length;
  });
}

/** Records the first answer and its business minutes; later answers change nothing. */
export async function recordFirstAnswer(tx: Writing, lead: Lead, { now }: ActionContext): Promise<void> {
  if (lead.answered_at !== null) return;
  const { answer } = await readLeadSettings(tx);
  const { timeZone } = await readCompanyContact(tx);
  const minutes = countBusinessMinutes(new Date(lead.created_at), now, answer.hours, timeZone);
  await setColumns(tx, lead, { answered_at: now.toISOString(), answer_minutes: minutes });
}

/**
 * Merges leads into one, with those merged into them before; merged leads are not listed or counted. Returns the input of
 * `unmergeLeads`.
 */
export async function mergeLeads(
  tx: Writing,
  kind: LeadKind,
  { into, ids }: { into: string; ids: readonly string[] },
  actionContext: ActionContext,
): Promise<string[]> {
  const duplicates = [...new Set(ids)].filter((id) => id !== into).sort();
  if (duplicates.length === 0) throw new DomainError("invalid", "Choose at least two to merge.");
  await lockAll(tx, kind, [into, ...duplicates]);
  const main = await lockLead(tx, kind, into);
  if (main.merged_into !== null)
    throw new DomainError(
      "invalid",
      "The target was itself merged into another one. Choose that one instead.",
    );
  const moved: string[] = [];
  for (const id of duplicates) {
    const lead = await lockLead(tx, kind, id);
    const below = await tx.query.selectFrom("leads").select("id").where("merged_into", "=", id).execute();
    for (const one of [lead, ...below]) {
      await setColumns(tx, one, { merged_into: into });
      moved.push(`${one.id} ${one.id === id ? (lead.merged_into ?? "") : id}`.trim());
    }
    await recordLeadAction(tx, id, "merged", { into: main.reference }, actionContext);
    await recordLeadAction(tx, into, "took-in", { reference: lead.reference }, actionContext);
  }
  return moved;
}

/** Locks leads in a fixed order, which prevents deadlocks. */
async function lockAll(tx: Writing, kind: LeadKind, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await lockLead(tx, kind, id);
}

/**
 * Unmerges leads.
 * @param moved ids, each followed by the lead it was merged into before, if any
 */
export async function unmergeLeads(
  tx: Writing,
  kind: LeadKind,
  moved: readonly string[],
  actionContext: ActionContext,
): Promise<number> {
  await lockAll(
    tx,
    kind,
    moved.flatMap((one) => one.split(" ")),
  );
  for (const one of moved) {
    const [id = "", before = ""] = one.split(" ");
    const lead = await lockLead(tx, kind, id);
    await setColumns(tx, lead, { merged_into: before === "" ? null : before });
    await recordLeadAction(tx, id, "parted", {}, actionContext);
  }
  return moved.length;
}
