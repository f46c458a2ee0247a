import { DomainError } from "#app/lib/errors/domain-error.ts";
import { addDays } from "#app/lib/text/days.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { Count } from "#app/platform/http/cache/page-views.ts";

/** Range of days, both ends included. */
interface Days {
  from: string;
  to: string;
}

/** Returns the counts of each day, oldest first; zeros for days without visits. */
export async function readVisitDays(db: Database, days: Days): Promise<(Count & { day: string })[]> {
  const rows = await db.query
    .selectFrom("visits")
    .select((eb) => ["day", eb.fn.sum("views").as("views"), eb.fn.sum("visits").as("visits")])
    .where("day", ">=", days.from)
    .where("day", "<=", days.to)
    .groupBy("day")
    .execute();
  const known = new Map(rows.map((row) => [row.day, row]));
  const all: (Count & { day: string })[] = [];
  for (let day = days.from; day <= days.to; day = addDays(day, 1))
    all.push({ day, views: Number(known.get(day)?.views ?? 0), visits: Number(known.get(day)?.visits ?? 0) });
  return all;
}

/** Returns the pages with most views; `*` for the pages beyond the daily limit. */
export async function readMostRead(
  db: Database,
  days: Days,
  limit: number,
): Promise<(Count & { path: string })[]> {
  const rows = await db.query
    .selectFrom("visits")
    .select((eb) => ["path", eb.fn.sum("views").as("views"), eb.fn.sum("visits").as("visits")])
    .where("day", ">=", days.from)
    .where("day", "<=", days.to)
    .groupBy("path")
    .orderBy("views", "desc")
    .orderBy("path")
    .limit(limit)
    .execute();
  return rows.map(({ path, views, visits }) => ({ path, views: Number(views), visits: Number(visits) }));
}

/** Returns the referring hosts with most visits; an empty host for visits without referrer. */
export async function readSources(
  db: Database,
  days: Days,
  limit: number,
): Promise<{ host: string; visits: number }[]> {
  const rows = await db.query
    .selectFrom("visit_sources")
    .select((eb) => ["host", eb.fn.sum("visits").as("visits")])
    .where("day", ">=", days.from)
    .where("day", "<=", days.to)
    .groupBy("host")
    .orderBy("visits", "desc")
    .orderBy("host")
    .limit(limit)
    .execute();
  return rows.map(({ host, visits }) => ({ host, visits: Number(visits) }));
}

/** Lists the counts of all pages, newest day first. */
export function listVisits(db: Database, days: Days) {
  return db.query
    .selectFrom("visits")
    .selectAll()
    .where("day", ">=", days.from)
    .where("day", "<=", days.to)
    .orderBy("day", "desc")
    .orderBy("views", "desc")
    .orderBy("path")
    .execute();
}

const defaultDays = 30;
const maxDays = 366;

/** Returns the requested days, the last 30 by default. Throws a DomainError for an invalid range. */
export function chooseDays(
  wanted: { from?: string | undefined; to?: string | undefined },
  today: string,
): Days {
  const to = wanted.to ?? today;
  const from = wanted.from ?? addDays(to, 1 - defaultDays);
  const wrong = [from, to].some((day) => !isDay(day))
    ? "Enter days as YYYY-MM-DD"
    : from > to
      ? "The first day comes after the last"
      : from <= addDays(to, -maxDays)
        ? `Ask for at most ${maxDays} days at a time`
        : null;
  if (wrong !== null) throw new DomainError("invalid", `${wrong}.`, { fields: { from: wrong } });
  return { from, to };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}
