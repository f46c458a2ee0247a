import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { LeadKind, Status } from "../lead-kinds.ts";
import type { Folder } from "./filter.ts";

/** How many lie in each folder, whatever else is filtered. */
export async function countFolders(db: Database, kind: LeadKind): Promise<Record<Folder, number>> {
  const byStatus = await db.query
    .selectFrom("leads")
    .select(["status", sql<number>`count(*)`.as("count")])
    .where("kind", "=", kind)
    .where("merged_into", "is", null)
    .where("erased_at", "is", null)
    .where("snoozed_until", "is", null)
    .groupBy("status")
    .execute();
  const put = await db.query
    .selectFrom("leads")
    // A condition on the kind would lead the embedded engine to an index of all leads.
    .select(sql<number>`count(case when kind = ${kind} then 1 end)`.as("count"))
    .where("snoozed_until", "is not", null)
    .where("merged_into", "is", null)
    .executeTakeFirst();
  const snoozed = Number(put?.count ?? 0);
  const of = (status: Status) => Number(byStatus.find((row) => row.status === status)?.count ?? 0);
  const counts = {
    new: of("new"),
    open: of("open"),
    waiting: of("waiting"),
    closed: of("closed"),
    spam: of("spam"),
  };
  const all = counts.new + counts.open + counts.waiting + counts.closed + snoozed;
  return { ...counts, snoozed, all };
}

/** How many nobody has begun with. */
export async function countNew(db: Database, kind: LeadKind): Promise<number> {
  const row = await db.query
    .selectFrom("leads")
    .select(sql<number>`count(*)`.as("count"))
    .where("kind", "=", kind)
    .where("status", "=", "new")
    .where("merged_into", "is", null)
    .where("erased_at", "is", null)
    .where("snoozed_until", "is", null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** The values a column has, few as they are: each is found by a step in its index. */
export async function listValues(
  db: Database,
  kind: LeadKind,
  column: "service" | "source_path",
): Promise<string[]> {
  const values: string[] = [];
  for (let last = ""; values.length < 60; ) {
    const row = await db.query
      .selectFrom("leads")
      .select(sql<string | null>`min(${sql.ref(column)})`.as("value"))
      .where("kind", "=", kind)
      .where(column, ">", last)
      .executeTakeFirst();
    if (!row?.value) break;
    values.push(row.value);
    last = row.value;
  }
  return values;
}

export interface ResponseTime {
  /** How many days back they look. */
  days: number;
  /** How many were answered for the first time in these days. */
  answered: number;
  /** Minutes within which half of them were; null when there were none. */
  median: number | null;
}

const days = 30;
const most = 2000;

/** How fast first answers were, of late. */
export async function readResponseTime(db: Database, kind: LeadKind, now: Date): Promise<ResponseTime> {
  const rows = await db.query
    .selectFrom("leads")
    .select("answer_minutes")
    .where("kind", "=", kind)
    .where("answered_at", ">=", new Date(now.getTime() - days * 86_400_000).toISOString())
    .orderBy("answered_at", "desc")
    .limit(most)
    .execute();
  const minutes = rows
    .flatMap(({ answer_minutes }) => answer_minutes ?? [])
    .sort((one, other) => one - other);
  return { days, answered: minutes.length, median: minutes[Math.floor((minutes.length - 1) / 2)] ?? null };
}
