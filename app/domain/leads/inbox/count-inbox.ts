import { sql } from "kysely";
import type { Database } from "#app/platform/database/database.ts";
import type { LeadKind, Status } from "../lead-kinds.ts";
import type { Folder } from "./filter.ts";

/** Counts the leads in each folder, ignoring other filters. */
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
  const snoozedRow = await db.query
    .selectFrom("leads")
    // With a condition on the kind, SQLite would use an index of all leads.
    .select(sql<number>`count(case when kind = ${kind} then 1 end)`.as("count"))
    .where("snoozed_until", "is not", null)
    .where("merged_into", "is", null)
    .executeTakeFirst();
  const snoozed = Number(snoozedRow?.count ?? 0);
  const countOf = (status: Status) => Number(byStatus.find((row) => row.status === status)?.count ?? 0);
  const counts = {
    new: countOf("new"),
    open: countOf("open"),
    waiting: countOf("waiting"),
    closed: countOf("closed"),
    spam: countOf("spam"),
  };
  const all = counts.new + counts.open + counts.waiting + counts.closed + snoozed;
  return { ...counts, snoozed, all };
}

/** Counts leads without a first action. */
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

/** Lists the distinct values of a column, at most 60, with one index lookup each. */
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
  /** Length of the period in days. */
  days: number;
  /** Leads first answered in the period. */
  answered: number;
  /** Median in minutes; null without answers. */
  median: number | null;
}

const days = 30;
const maxRows = 2000;

/** Returns the recent time until a first answer. */
export async function readResponseTime(db: Database, kind: LeadKind, now: Date): Promise<ResponseTime> {
  const rows = await db.query
    .selectFrom("leads")
    .select("answer_minutes")
    .where("kind", "=", kind)
    .where("answered_at", ">=", new Date(now.getTime() - days * 86_400_000).toISOString())
    .orderBy("answered_at", "desc")
    .limit(maxRows)
    .execute();
  const minutes = rows
    .flatMap(({ answer_minutes }) => answer_minutes ?? [])
    .sort((one, other) => one - other);
  return { days, answered: minutes.length, median: minutes[Math.floor((minutes.length - 1) / 2)] ?? null };
}
