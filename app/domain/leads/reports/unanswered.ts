import { sql } from "kysely";
import { shortenAtWord } from "#app/lib/text/cut.ts";
import { addDays } from "#app/lib/text/days.ts";
import { momentOf } from "#app/lib/text/moments.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type LeadKind, leadKinds } from "../lead-kinds.ts";

/** Lead that waits for an answer. */
export interface Unanswered {
  kind: LeadKind;
  id: string;
  reference: string;
  name: string;
  company: string;
  /** Service, topic, or beginning of the message. */
  about: string;
  at: string;
}

export interface UnansweredCounts {
  messages: number;
  calls: number;
}

/** Counts stop here to limit their cost; a result one higher means "more". */
export const maxUnansweredCount = 1_000;

/** An answered lead waits again once its sender writes and its status is new. */
const needsReply = sql<boolean>`(status = 'new' or answered_at is null)`;

/** Condition of the partial indexes; with bound values the engines would not use them. */
const isUnanswered = sql<boolean>`status in ('new', 'open') and merged_into is null and erased_at is null and snoozed_until is null and ${needsReply}`;

export async function countUnanswered(db: Database): Promise<UnansweredCounts> {
  return { messages: await countIn(db, "message"), calls: await countIn(db, "call") };
}

/** Lists leads by longest wait. */
export async function listUnanswered(db: Database, limit: number): Promise<Unanswered[]> {
  const all: Unanswered[] = [];
  for (const status of ["new", "open"] as const)
    for (const kind of leadKinds) all.push(...(await listInStatus(db, kind, status, limit)));
  return all.toSorted((one, other) => (one.at < other.at ? -1 : 1)).slice(0, limit);
}

/** Written so that no engine uses the counting index, which has no order. */
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
    (select 1 from leads where kind = ${kind} and ${isUnanswered} limit ${maxUnansweredCount + 1}) as waiting`.execute(
    db.query,
  );
  return Number(rows[0]?.n ?? 0);
}

function firstWords(message: string): string {
  const line = message.trim().split("\n", 1)[0] ?? "";
  return shortenAtWord(line, 90);
}

export interface LeadDay {
  /** `YYYY-MM-DD` in the company's time zone. */
  day: string;
  /** Messages and calls without spam and merged leads. */
  leads: number;
  /** Those that wait for an answer. */
  open: number;
}

/** Counts the leads of each day, in the order of the days. */
export async function countLeadDays(
  db: Database,
  days: readonly string[],
  timeZone: string,
): Promise<LeadDay[]> {
  const counts = new Map(days.map((day) => [day, { day, leads: 0, open: 0 }]));
  for (const { day, leads, open } of await countBetween(db, days, timeZone))
    counts.set(day, { day, leads: Number(leads), open: Number(open) });
  return [...counts.values()];
}

interface DayCounts {
  day: string;
  leads: number | string;
  open: number | string;
}

/** Counts with one index range per day: days depend on the time zone, and both engines store times as text. */
async function countBetween(db: Database, days: readonly string[], timeZone: string): Promise<DayCounts[]> {
  const ranges = days.map(
    (day) => sql`(${day}, ${startOfDay(day, timeZone)}, ${startOfDay(addDays(day, 1), timeZone)})`,
  );
  const { rows } = await sql<DayCounts>`with days(day, starts, ends) as (values ${sql.join(ranges)})
    select day, count(*) as leads, sum(case when (status = 'new' or (status = 'open' and answered_at is null)) and snoozed_until is null and erased_at is null then 1 else 0 end) as open
    from days cross join leads
    where created_at >= starts and created_at < ends and status <> 'spam' and merged_into is null group by day`.execute(
    db.query,
  );
  return rows;
}

/** Returns the start of a day; a day without midnight starts at its first hour. */
function startOfDay(day: string, timeZone: string): string {
  return momentOf(`${day}T00:00`, timeZone) ?? `${day}T00:00:00.000Z`;
}
