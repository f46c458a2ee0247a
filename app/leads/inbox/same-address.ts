import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { Lead } from "../lead.ts";
import type { LeadKind } from "../lead-kinds.ts";
import type { Status } from "../workflow/statuses.ts";

/** Something else that came from the same address. */
export interface Sibling {
  kind: LeadKind;
  id: string;
  reference: string;
  at: string;
  status: Status;
  text: string;
  answeredAt: string | null;
}

const most = 20;

/** What else the same address has sent, messages and calls, the newest first. */
export async function listSiblings({ query }: Database, lead: Lead): Promise<Sibling[]> {
  if (lead.email_key === "") return [];
  const rows = await query
    .selectFrom("leads")
    .select([
      "id",
      "kind",
      "reference",
      "created_at",
      "status",
      "answered_at",
      // One of the two is empty.
      sql<string>`substr(message || topic, 1, 2000)`.as("text"),
    ])
    .where("email_key", "=", lead.email_key)
    .where("id", "<>", lead.id)
    .where("merged_into", "is", null)
    .orderBy("created_at", "desc")
    .limit(most)
    .execute();
  return rows.map(({ created_at, answered_at, ...row }) => ({
    ...row,
    at: created_at,
    answeredAt: answered_at,
  }));
}
