import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { shortenAtWord } from "#app/text/cut.ts";
import { addDays } from "#app/text/days.ts";
import { momentOf } from "#app/text/moments.ts";
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
  return shortenAtWord(line, 90);
}

export interface LeadDay {
  /** `YYYY-MM-DD` in the company's time zone. */
  day: string;
  /** Messages and calls that came in, spam and doubles left out. */
  leads: number;
  /** How many of them wait for an answer. */
  open: number;
}

/** What came in on each of the days, in their order. */
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

/** One stretch of an index a day: what a day is differs by time zone, and both engines know moments as text only. */
async function countBetween(db: Database, days: readonly string[], timeZone: string): Promise<DayCounts[]> {
  const stretches = days.map(
    (day) => sql`(${day}, ${startOf(day, timeZone)}, ${startOf(addDays(day, 1), timeZone)})`,
  );
  const { rows } = await sql<DayCounts>`with days(day, starts, ends) as (values ${sql.join(stretches)})
    select day, count(*) as leads, sum(case when (status = 'new' or (status = 'open' and answered_at is null)) and snoozed_until is null and erased_at is null then 1 else 0 end) as open
    from days cross join leads
    where created_at >= starts and created_at < ends and status <> 'spam' and merged_into is null group by day`.execute(
    db.query,
  );
  return rows;
}

/** A day without a midnight begins with its first hour. */
function startOf(day: string, timeZone: string): string {
  return momentOf(`${day}T00:00`, timeZone) ?? `${day}T00:00:00.000Z`;
}
