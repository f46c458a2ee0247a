import type { Selectable } from "kysely";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { isStorable } from "#app/lib/text/plain-text.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import type { LeadTable } from "#app/platform/database/tables/leads.ts";
import type { LeadKind } from "./lead-kinds.ts";

/** Message or call request. Columns of the other kind are empty. */
export type Lead = Selectable<LeadTable>;

/** Finds a lead; null if it does not exist or was erased. */
export async function findLead({ query }: Database, kind: LeadKind, id: string): Promise<Lead | null> {
  if (!isStorable(id)) return null;
  const lead = await query
    .selectFrom("leads")
    .selectAll()
    .where("id", "=", id)
    .where("kind", "=", kind)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  return lead ?? null;
}

/** Finds the leads merged into these, oldest first. */
export async function findMerged({ query }: Database, ids: readonly string[]): Promise<Lead[]> {
  return query
    .selectFrom("leads")
    .selectAll()
    .where("merged_into", "in", ids)
    .where("erased_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Finds the senders of leads, in no particular order; erased leads have only a reference. */
export async function findLeadNames({ query }: Database, ids: readonly string[]) {
  return query
    .selectFrom("leads")
    .select(["id", "kind", "reference", "name", "email", "phone", "erased_at"])
    .where("id", "in", ids)
    .execute();
}

/** Locks a lead until the transaction ends. Throws a DomainError if it does not exist. */
export async function lockLead(tx: Writing, kind: LeadKind, id: string): Promise<Lead> {
  if (isStorable(id)) await tx.locks.acquire(tx.query, `lead:${id}`);
  const lead = await findLead(tx, kind, id);
  if (!lead)
    throw new DomainError(
      "missing",
      kind === "message" ? "There is no such message." : "There is no such call request.",
    );
  return lead;
}

/** Returns the text written by the sender. */
export function textOfLead({ kind, message, topic, best_time }: Lead): string {
  if (kind === "message") return message;
  return [topic, best_time && `Best time: ${best_time}`].filter(Boolean).join("\n");
}
