import type { Selectable } from "kysely";
import type { Database, Writing } from "#app/database/database.ts";
import type { LeadTable } from "#app/database/tables/leads.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { isStorable } from "#app/text/plain-text.ts";
import type { LeadKind } from "./lead-kinds.ts";

/** A message or a call request. What only the other kind has is empty. */
export type Lead = Selectable<LeadTable>;

/** A lead of a kind by its id; null when there is none, or its words were deleted. */
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

/** The leads that were merged into these, the oldest first. */
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

/** Who sent these leads, in no order; of those whose words were deleted the reference alone is left. */
export async function findLeadNames({ query }: Database, ids: readonly string[]) {
  return query
    .selectFrom("leads")
    .select(["id", "kind", "reference", "name", "email", "phone", "erased_at"])
    .where("id", "in", ids)
    .execute();
}

/** Holds off other writers of a lead until the transaction ends; refuses one that is not there. */
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

/** What the person wrote in their own words. */
export function wordsOfLead({ kind, message, topic, best_time }: Lead): string {
  if (kind === "message") return message;
  return [topic, best_time && `Best time: ${best_time}`].filter(Boolean).join("\n");
}
