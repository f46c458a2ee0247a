import type { Selectable } from "kysely";
import type { Database } from "#app/database/database.ts";
import { type Paged, type PageRequest, readPage } from "#app/database/paging.ts";
import type { AuditTable } from "#app/database/schema.ts";

/** One thing that was done. */
export interface AuditRow {
  id: string;
  at: string;
  /** A person's id, or a part of the product such as "schedule". */
  actor: string;
  action: string;
  /** Id of what it was done to; empty where there is nothing. */
  subject: string;
  detail: string;
  requestId: string;
}

export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  /** Moments, in ISO 8601; `to` itself is left out. */
  from?: string | undefined;
  to?: string | undefined;
}

/** One page of the record, the latest first; what stands in an index is asked of it, with a million rows as with ten. */
export async function listAuditRows(
  db: Database,
  query: AuditFilter & PageRequest,
): Promise<Paged<AuditRow>> {
  const paged = await readPage(select(db, query), query, {
    direction: "desc",
    sortKey: "at",
    sortKeyOf: ({ at }) => at,
  });
  return { ...paged, rows: paged.rows.map(present) };
}

/** What was done by somebody or to them, the latest first. */
export async function listAuditRowsAround(db: Database, id: string, limit: number): Promise<AuditRow[]> {
  const by = await listAuditRows(db, { actor: id, limit });
  const to = await listAuditRows(db, { subject: id, limit });
  const all = new Map([...by.rows, ...to.rows].map((row) => [row.id, row]));
  return [...all.values()]
    .toSorted((one, other) => (one.at + one.id < other.at + other.id ? 1 : -1))
    .slice(0, limit);
}

/** Every kind of action there is on record. */
export async function listActions({ query }: Database): Promise<string[]> {
  const found: string[] = [];
  // One look at the index for each, however many rows there are of it.
  for (let last = ""; ; ) {
    const row = await query
      .selectFrom("audit")
      .select("action")
      .where("action", ">", last)
      .orderBy("action")
      .limit(1)
      .executeTakeFirst();
    if (!row || found.length >= 500) return found;
    last = row.action;
    found.push(last);
  }
}

function select({ query }: Database, { actor, action, subject, from, to }: AuditFilter) {
  let found = query.selectFrom("audit").selectAll();
  if (actor) found = found.where("actor", "=", actor);
  if (action) found = found.where("action", "=", action);
  if (subject) found = found.where("subject", "=", subject);
  if (from) found = found.where("at", ">=", from);
  if (to) found = found.where("at", "<", to);
  return found;
}

function present({ request_id, ...row }: Selectable<AuditTable>): AuditRow {
  return { ...row, requestId: request_id };
}
