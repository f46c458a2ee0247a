import type { Selectable } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { CallTable, MessageTable, SubscriberTable } from "#app/database/tables/leads.ts";

/** What has come in, newest first, spam included and marked as such. */
export interface Leads {
  messages: Selectable<MessageTable>[];
  calls: Selectable<CallTable>[];
  subscribers: Selectable<SubscriberTable>[];
}

export interface LeadSelection {
  /** Only what came at or after this moment. */
  since?: Date | undefined;
  /** At most so many of each. */
  limit?: number | undefined;
}

export async function listLeads(db: Database, selection: LeadSelection): Promise<Leads> {
  return {
    messages: await newest(db, "messages", selection).execute(),
    calls: await newest(db, "calls", selection).execute(),
    subscribers: await newest(db, "subscribers", selection).execute(),
  };
}

function newest<Table extends keyof Leads>(db: Database, table: Table, { since, limit }: LeadSelection) {
  // Kysely can't follow a table named by a type parameter; the three share the columns used here.
  const query = db.query
    .selectFrom(table as "messages")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
  const recent = since ? query.where("created_at", ">=", since.toISOString()) : query;
  const some = limit === undefined ? recent : recent.limit(limit);
  return some as unknown as { execute(): Promise<Leads[Table]> };
}
