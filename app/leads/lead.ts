import type { Selectable } from "kysely";
import type { Database, Writing } from "#app/database/database.ts";
import type { CallTable, MessageTable } from "#app/database/tables/leads.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { isStorable } from "#app/text/storable.ts";

/** What visitors send that wants an answer, by its table. */
export type LeadKind = "messages" | "calls";

export type LeadMessage = Selectable<MessageTable>;
export type Call = Selectable<CallTable>;

/** What both have; `kind` says which of the two it is. */
export type Lead = ({ kind: "messages" } & LeadMessage) | ({ kind: "calls" } & Call);

/** A lead by its id; null when there is none, or its words were deleted. */
export async function findLead(db: Database, kind: LeadKind, id: string): Promise<Lead | null> {
  if (!isStorable(id)) return null;
  const row = await selectLeads(db, kind)
    .selectAll()
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return row ? asLead(kind, row) : null;
}

/** Holds off other writers of a lead until the transaction ends; refuses one that is not there. */
export async function lockLead(tx: Writing, kind: LeadKind, id: string): Promise<Lead> {
  if (isStorable(id)) await tx.engine.lock(tx.query, `lead:${id}`);
  const lead = await findLead(tx, kind, id);
  if (!lead)
    throw new DomainError(
      "missing",
      kind === "messages" ? "There is no such message." : "There is no such call request.",
    );
  return lead;
}

/** Kysely can't follow a table named by a variable; the two share every column that is used by way of this. */
export function tableOf(kind: LeadKind): "messages" {
  return kind as "messages";
}

/** The leads of a kind, under a name that is the same for both. */
export function selectLeads(db: Database, kind: LeadKind) {
  return db.query.selectFrom(`${tableOf(kind)} as lead`);
}

/** A row as it came from the table of its kind. */
export function asLead(kind: LeadKind, row: object): Lead {
  // The row was read from the table that `kind` names.
  return { kind, ...row } as Lead;
}

/** What the person wrote in their own words. */
export function wordsOfLead(lead: Lead): string {
  if (lead.kind === "messages") return lead.message;
  return [lead.topic, lead.best_time && `Best time: ${lead.best_time}`].filter(Boolean).join("\n");
}
