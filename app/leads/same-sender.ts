import type { Writing } from "#app/database/database.ts";
import { type Lead, type LeadKind, selectLeads, tableOf } from "./lead.ts";
import { recordHappening } from "./lead-events.ts";

interface Before {
  /** Who of the staff cared for the last one; null for nobody. */
  assigneeId: string | null;
  /** Whether staff took the last one for spam. */
  isMarked: boolean;
}

/** What the last message of an address says of its next one. */
export async function findBefore(tx: Writing, kind: LeadKind, emailKey: string): Promise<Before> {
  const last =
    emailKey === ""
      ? undefined
      : await selectLeads(tx, kind)
          .leftJoin("users", "users.id", "lead.assignee_id")
          .select(["lead.id", "lead.status", "lead.assignee_id", "users.role", "users.banned"])
          .where("lead.email_key", "=", emailKey)
          .orderBy("lead.created_at", "desc")
          .orderBy("lead.id", "desc")
          .executeTakeFirst();
  if (!last) return { assigneeId: null, isMarked: false };
  const isStaff = last.role !== null && last.role !== "member" && last.banned === 0;
  return {
    assigneeId: isStaff ? last.assignee_id : null,
    isMarked: last.status === "spam" && (await wasMarked(tx, last.id)),
  };
}

/** By a person, not by a rule. */
async function wasMarked(tx: Writing, id: string): Promise<boolean> {
  const marked = await tx.query
    .selectFrom("lead_events")
    .select("id")
    .where("lead_id", "=", id)
    .where("kind", "=", "marked-spam")
    .executeTakeFirst();
  return marked !== undefined;
}

/** Whoever we waited to hear from has written again: what waited is open. */
export async function endWaiting(tx: Writing, lead: Lead, now: Date): Promise<void> {
  if (lead.email_key === "") return;
  const waiting = await tx.query
    .updateTable(tableOf(lead.kind))
    .set({ status: "open", snoozed_until: null, surfaced_at: now.toISOString() })
    .where("email_key", "=", lead.email_key)
    .where("status", "=", "waiting")
    .where("id", "<>", lead.id)
    .returning("id")
    .execute();
  for (const { id } of waiting)
    await recordHappening(tx, id, "wrote-again", { reference: lead.reference }, now);
}
