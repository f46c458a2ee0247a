import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { type Lead, type LeadKind, selectLeads } from "../lead.ts";
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
export async function listSiblings(db: Database, lead: Lead): Promise<Sibling[]> {
  if (lead.email_key === "") return [];
  const lists = await Promise.all((["messages", "calls"] as const).map((kind) => siblingsIn(db, kind, lead)));
  return lists
    .flat()
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, most);
}

async function siblingsIn(db: Database, kind: LeadKind, lead: Lead): Promise<Sibling[]> {
  const text = sql.ref(kind === "messages" ? "lead.message" : "lead.topic");
  const rows = await selectLeads(db, kind)
    .select([
      "id",
      "reference",
      "created_at",
      "status",
      "answered_at",
      sql<string>`substr(${text}, 1, 2000)`.as("text"),
    ])
    .where("email_key", "=", lead.email_key)
    .where("id", "<>", lead.id)
    .where("merged_into", "is", null)
    .orderBy("created_at", "desc")
    .limit(most)
    .execute();
  return rows.map(({ created_at, answered_at, ...row }) => ({
    ...row,
    kind,
    at: created_at,
    answeredAt: answered_at,
  }));
}
