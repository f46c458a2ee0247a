import { type Database, type Writing, write } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import {
  allOthers,
  type Count,
  type DailyCounts,
  emptyDailyCounts,
  type PageViews,
} from "#app/http/cache/page-views.ts";
import { type Repeated, repeat } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import { addDays } from "#app/text/days.ts";
import { dayOf } from "#app/text/moments.ts";

export interface VisitCountParts {
  db: Database;
  clock: Clock;
  pageViews: PageViews;
  /** The company's, by which days begin and end. */
  timeZone(): Promise<string>;
}

/** Keeps what was counted every few seconds, and a last time at the stop. What can't be kept waits for the next time. */
export function startVisitCount(
  { db, clock, pageViews, timeZone }: VisitCountParts,
  onError: (error: unknown) => void,
  everyMs = 10_000,
): Repeated {
  const waiting = new Map<string, DailyCounts>();

  async function keep(): Promise<void> {
    const today = dayOf(clock.now(), await timeZone());
    const taken = pageViews.take();
    if (taken.pages.size > 0) waiting.set(today, addUp(waiting.get(today) ?? emptyDailyCounts(), taken));
    for (const [day, readings] of waiting) {
      await storeDailyCounts(db, day, readings);
      waiting.delete(day);
    }
  }

  const counting = repeat(keep, everyMs, onError);
  const cleanup = repeatOnOne(
    db,
    { name: "visit cleanup", everyMs: 3_600_000 },
    async () => cleanUpVisits(db, dayOf(clock.now(), await timeZone())),
    onError,
  );
  return {
    async stop() {
      await Promise.all([counting.stop(), cleanup.stop()]);
      await keep().catch(onError);
    },
  };
}

function addUp(sum: DailyCounts, more: DailyCounts): DailyCounts {
  for (const [path, { views, visits }] of more.pages) {
    const known = sum.pages.get(path) ?? { views: 0, visits: 0 };
    sum.pages.set(path, { views: known.views + views, visits: known.visits + visits });
  }
  for (const [host, visits] of more.sources) sum.sources.set(host, visits + (sum.sources.get(host) ?? 0));
  return sum;
}

/** Two years and the month that is compared with them. */
export const visitsKeptDays = 762;

/** Deletes the sums of days long gone. */
export async function cleanUpVisits(db: Database, today: string): Promise<void> {
  const first = addDays(today, -visitsKeptDays);
  await db.query.deleteFrom("visits").where("day", "<", first).execute();
  await db.query.deleteFrom("visit_sources").where("day", "<", first).execute();
}

/** So many pages and hosts a day names; the rest is summed up as `*`, so that nobody can fill the tables. */
export const mostNamed = { pages: 1_000, hosts: 300 };

/** Titles in Bangla make addresses of a thousand characters; beyond two thousand no index takes them. */
const longestPath = 2_000;

/** Adds what was counted to the sums of a day; several instances add up. */
export function storeDailyCounts(db: Database, day: string, { pages, sources }: DailyCounts): Promise<void> {
  return write(db, async (tx) => {
    await addPages(tx, day, pages);
    await addSources(tx, day, sources);
  });
}

async function addPages(tx: Writing, day: string, pages: DailyCounts["pages"]): Promise<void> {
  if (pages.size === 0) return;
  const named = await tx.query.selectFrom("visits").select("path as name").where("day", "=", day).execute();
  const fits = createLimit(named, mostNamed.pages);
  const sums = new Map<string, Count>();
  for (const [path, { views, visits }] of pages) {
    const name = path.length <= longestPath && fits(path) ? path : allOthers;
    const sum = sums.get(name);
    sums.set(name, { views: views + (sum?.views ?? 0), visits: visits + (sum?.visits ?? 0) });
  }
  await tx.query
    .insertInto("visits")
    .values(inOrder(sums).map(([path, count]) => ({ day, path, ...count })))
    .onConflict((conflict) =>
      conflict.columns(["day", "path"]).doUpdateSet((eb) => ({
        views: eb("visits.views", "+", eb.ref("excluded.views")),
        visits: eb("visits.visits", "+", eb.ref("excluded.visits")),
      })),
    )
    .execute();
}

async function addSources(tx: Writing, day: string, sources: DailyCounts["sources"]): Promise<void> {
  if (sources.size === 0) return;
  const named = await tx.query
    .selectFrom("visit_sources")
    .select("host as name")
    .where("day", "=", day)
    .execute();
  const fits = createLimit(named, mostNamed.hosts);
  const sums = new Map<string, number>();
  for (const [host, visits] of sources) {
    const name = fits(host) ? host : allOthers;
    sums.set(name, visits + (sums.get(name) ?? 0));
  }
  await tx.query
    .insertInto("visit_sources")
    .values(inOrder(sums).map(([host, visits]) => ({ day, host, visits })))
    .onConflict((conflict) =>
      conflict.columns(["day", "host"]).doUpdateSet((eb) => ({
        visits: eb("visit_sources.visits", "+", eb.ref("excluded.visits")),
      })),
    )
    .execute();
}

function createLimit(named: { name: string }[], most: number): (name: string) => boolean {
  const names = new Set(named.map(({ name }) => name));
  return (name) => {
    if (names.size < most) names.add(name);
    return names.has(name);
  };
}

/** Instances that change the same rows in the same order never wait for each other in a ring. */
function inOrder<Value>(sums: Map<string, Value>): [string, Value][] {
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
