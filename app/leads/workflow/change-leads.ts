import { isDeepStrictEqual } from "node:util";
import { sql, type Updateable } from "kysely";
import { z } from "zod";
import type { ActionContext } from "#app/audit/audit.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import type { LeadTable } from "#app/database/tables/leads.ts";
import { readCompanyPlace } from "#app/mail/company.ts";
import { checkInput } from "#app/platform/check-input.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { findLead, type Lead, lockLead } from "../lead.ts";
import { type LeadKind, type Status, statuses } from "../lead-kinds.ts";
import { readLeadSettings } from "../lead-settings.ts";
import { announceLead } from "../notices/announce.ts";
import { minutesThatCount } from "./answer-time.ts";
import { recordLeadAction, recordLeadEvent } from "./lead-events.ts";
import { findStaffMember } from "./staff.ts";

/** What staff can set; what is left out stays. */
export const leadChangeSchema = z.strictObject({
  status: z.enum(statuses, `Enter one of: ${statuses.join(", ")}`).optional(),
  /** Id of a person of the staff, or null for nobody. */
  assignee: z.string().max(100).nullable().optional(),
  /** Out of sight until then; null brings it back. */
  snoozedUntil: z.iso
    .datetime({ error: "Enter a moment such as 2026-03-01T09:00:00Z" })
    .nullable()
    .optional(),
});

export type LeadChange = z.infer<typeof leadChangeSchema>;

/** Where a lead stands, who has it, and until when it is put off. */
export interface LeadWorkflowState {
  status: Status;
  assignee: string | null;
  snoozedUntil: string | null;
}

/** How a lead stood before a change, and how after it: what takes the change back, unless somebody has changed it since. */
export interface LeadSnapshot extends LeadWorkflowState {
  id: string;
  after: LeadWorkflowState;
}

export const mostLeadsAtOnce = 200;

/** Changes leads, each with its own line in their record; answers how they stood. */
export async function changeLeads(
  tx: Writing,
  kind: LeadKind,
  ids: readonly string[],
  input: unknown,
  actionContext: ActionContext,
): Promise<LeadSnapshot[]> {
  const change = checkInput(leadChangeSchema, input);
  const chosen = [...new Set(ids)].sort();
  if (chosen.length === 0) throw new DomainError("invalid", "Choose at least one first.");
  if (chosen.length > mostLeadsAtOnce)
    throw new DomainError("invalid", `At most ${mostLeadsAtOnce} can be changed at once.`);
  if (change.assignee) await findStaffMember(tx, change.assignee);
  if (change.snoozedUntil && new Date(change.snoozedUntil) <= actionContext.now)
    throw new DomainError("invalid", "Please check these fields.", {
      fields: { snoozedUntil: "Choose a moment to come" },
    });
  const before: LeadSnapshot[] = [];
  for (const id of chosen) {
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

/** Whoever answers something that nobody has taken on has taken it on. */
export async function assignIfFree(
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
  // Who takes something on has begun with it.
  const status = change.status ?? (change.assignee && lead.status === "new" ? "open" : undefined);
  if (status !== undefined && status !== lead.status) await setStatus(tx, lead, status, actionContext);
  if (change.snoozedUntil !== undefined && change.snoozedUntil !== lead.snoozed_until)
    await setSnooze(tx, lead, change.snoozedUntil, actionContext);
}

/** Sets where a lead stands; what was put off is back by that, and what was taken for spam is told of as if it were new. */
export async function setStatus(
  tx: Writing,
  lead: Lead,
  status: Status,
  actionContext: ActionContext,
): Promise<void> {
  const isEnd = status === "closed" || status === "spam";
  await setColumns(tx, lead, {
    status,
    snoozed_until: null,
    closed_at: isEnd ? actionContext.now.toISOString() : null,
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
const beforeSchema = z.strictObject({
  id: z.string().max(100),
  ...workflowState,
  after: z.strictObject(workflowState),
});

/** What a screen sends back to take a change back; whoever sends it could as well have set each by hand. */
export function writeBefore(before: readonly LeadSnapshot[]): string[] {
  return before.map((one) => JSON.stringify(one));
}

/** Puts leads back to how they stood before a change. One that somebody has changed since is left alone; answers how many were put back. */
export async function restoreLeads(
  tx: Writing,
  kind: LeadKind,
  sent: readonly string[],
  actionContext: ActionContext,
): Promise<number> {
  const list = checkInput(z.array(beforeSchema).min(1).max(mostLeadsAtOnce), sent.map(parse));
  let restored = 0;
  for (const before of list.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
    const lead = await lockLead(tx, kind, before.id);
    if (!isDeepStrictEqual(workflowStateOf(lead), before.after)) continue;
    const isKnown = before.assignee !== null && before.assignee !== lead.assignee_id;
    if (isKnown) await findStaffMember(tx, before.assignee ?? "");
    const isEnd = before.status === "closed" || before.status === "spam";
    await setColumns(tx, lead, {
      status: before.status,
      assignee_id: before.assignee,
      snoozed_until: before.snoozedUntil,
      closed_at: isEnd ? (lead.closed_at ?? actionContext.now.toISOString()) : null,
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

/** Brings back what was put off until now, at the top of the list: new if nobody had begun with it, else open. */
export async function unsnoozeLeads(db: Database, now: Date): Promise<number> {
  const at = now.toISOString();
  const due = await db.query
    .selectFrom("leads")
    .select("id")
    .where("snoozed_until", "<=", at)
    .executeTakeFirst();
  if (!due) return 0;
  return write(db, async (tx) => {
    // It looks again at each row it has locked, so that of several instances one wakes it.
    const woken = await tx.query
      .updateTable("leads")
      .set({
        snoozed_until: null,
        sort_date: at,
        status: sql<Status>`case when status = 'waiting' then 'open' else status end`,
      })
      .where("snoozed_until", "<=", at)
      .returning("id")
      .execute();
    for (const { id } of woken) await recordLeadEvent(tx, id, "woken", {}, now);
    return woken.length;
  });
}

/** Stops the clock of a lead at its first answer; a later one changes nothing. */
export async function noteFirstAnswer(tx: Writing, lead: Lead, { now }: ActionContext): Promise<void> {
  if (lead.answered_at !== null) return;
  const { answer } = await readLeadSettings(tx);
  const { timeZone } = await readCompanyPlace(tx);
  const minutes = minutesThatCount(new Date(lead.created_at), now, answer.hours, timeZone);
  await setColumns(tx, lead, { answered_at: now.toISOString(), answer_minutes: minutes });
}

/**
 * Puts doubles under one lead: they are shown there and nowhere else, and count no more by themselves. What was put under
 * one of them before comes along. Answers what `unmergeLeads` takes to take them apart again.
 */
export async function mergeLeads(
  tx: Writing,
  kind: LeadKind,
  { into, ids }: { into: string; ids: readonly string[] },
  actionContext: ActionContext,
): Promise<string[]> {
  const doubles = [...new Set(ids)].filter((id) => id !== into).sort();
  if (doubles.length === 0) throw new DomainError("invalid", "Choose at least two to merge.");
  await holdAll(tx, kind, [into, ...doubles]);
  const main = await lockLead(tx, kind, into);
  if (main.merged_into !== null)
    throw new DomainError("invalid", "The one to merge into is a double itself.");
  const moved: string[] = [];
  for (const id of doubles) {
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

/** In one order for everybody, so that no two wait for each other. */
async function holdAll(tx: Writing, kind: LeadKind, ids: readonly string[]): Promise<void> {
  for (const id of [...new Set(ids)].sort()) await lockLead(tx, kind, id);
}

/** Takes doubles out again. @param moved ids, each with the one it stood under before, if any */
export async function unmergeLeads(
  tx: Writing,
  kind: LeadKind,
  moved: readonly string[],
  actionContext: ActionContext,
): Promise<number> {
  await holdAll(
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
