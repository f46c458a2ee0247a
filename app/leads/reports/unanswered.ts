import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { type LeadKind, leadKinds } from "../lead-kinds.ts";

/** Somebody who waits for an answer. */
export interface Unanswered {
  kind: LeadKind;
  id: string;
  reference: string;
  name: string;
  company: string;
  /** What they ask for: the service, the topic, or how the message begins. */
  about: string;
  at: string;
}

export interface UnansweredCounts {
  messages: number;
  calls: number;
}

/** Nobody reads further than this, and counting on would cost more with each; one more stands for more. */
export const mostCounted = 1_000;

/** Whoever was answered waits no more, until they write again: then it is new. */
const needsReply = sql<boolean>`(status = 'new' or answered_at is null)`;

/** As it stands in the partial indexes: a bound value would not be recognised there. */
const isUnanswered = sql<boolean>`status in ('new', 'open') and merged_into is null and erased_at is null and snoozed_until is null and ${needsReply}`;

export async function countUnanswered(db: Database): Promise<UnansweredCounts> {
  return { messages: await countIn(db, "message"), calls: await countIn(db, "call") };
}

/** Those who wait the longest, first. */
export async function listUnanswered(db: Database, limit: number): Promise<Unanswered[]> {
  const all: Unanswered[] = [];
  for (const status of ["new", "open"] as const)
    for (const kind of leadKinds) all.push(...(await listInStatus(db, kind, status, limit)));
  return all.toSorted((one, other) => (one.at < other.at ? -1 : 1)).slice(0, limit);
}

/** Put so that no engine takes the index that counts, in which nothing is in order. */
const isShown = sql<boolean>`coalesce(merged_into, erased_at, snoozed_until, '') = ''`;

async function listInStatus(
  { query }: Database,
  kind: LeadKind,
  status: "new" | "open",
  limit: number,
): Promise<Unanswered[]> {
  const rows = await query
    .selectFrom("leads")
    .select(["id", "kind", "reference", "name", "company", "service", "message", "topic", "sort_date as at"])
    .where("kind", "=", kind)
    .where("status", "=", status)
    .where(isShown)
    .where(needsReply)
    .orderBy("sort_date")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ service, message, topic, ...row }) => ({
    ...row,
    about: service || topic || firstWords(message),
  }));
}

async function countIn(db: Database, kind: LeadKind): Promise<number> {
  const { rows } = await sql<{ n: number | string }>`select count(*) as n from
    (select 1 from leads where kind = ${kind} and ${isUnanswered} limit ${mostCounted + 1}) as waiting`.execute(
    db.query,
  );
  return Number(rows[0]?.n ?? 0);
}

function firstWords(message: string): string {
  const line = message.trim().split("\n", 1)[0] ?? "";
  return line.length <= 90 ? line : `${line.slice(0, 90).replace(/\s+\S*$/u, "")}…`;
}
