import { addDays } from "#app/lib/text/days.ts";
import { dayOf } from "#app/lib/text/moments.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { repeatOnOneInstance } from "#app/platform/database/leases.ts";
import {
  type Count,
  type DailyCounts,
  emptyDailyCounts,
  otherHosts,
  type PageViews,
} from "#app/platform/http/cache/page-views.ts";
import { type PeriodicTask, repeat } from "#app/platform/jobs/background-work.ts";
import type { CoreServices } from "#app/platform/services.ts";

export interface VisitCountParts extends CoreServices {
  pageViews: PageViews;
  /** Returns the company's time zone, which defines the days. */
  timeZone(): Promise<string>;
}

/** Stores page views every few seconds and on stop. Counts that fail to store are retried in the next run. */
export function startVisitCount(
  { db, clock, pageViews, timeZone }: VisitCountParts,
  onError: (error: unknown) => void,
  everyMs = 10_000,
): PeriodicTask {
  const waiting = new Map<string, DailyCounts>();

  async function store(): Promise<void> {
    const today = dayOf(clock.now(), await timeZone());
    const counts = pageViews.take();
    if (counts.pages.size > 0) waiting.set(today, addUp(waiting.get(today) ?? emptyDailyCounts(), counts));
    for (const [day, dayCounts] of waiting) {
      await storeDailyCounts(db, day, dayCounts);
      waiting.delete(day);
    }
  }

  const counting = repeat(store, everyMs, onError);
  const cleanup = repeatOnOneInstance(
    db,
    { name: "visit cleanup", everyMs: 3_600_000 },
    async () => cleanUpVisits(db, dayOf(clock.now(), await timeZone())),
    onError,
  );
  return {
    async stop() {
      await Promise.all([counting.stop(), cleanup.stop()]);
      await store().catch(onError);
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

/** Retention in days: two years plus the month that is compared with them. */
export const visitRetentionDays = 762;

/** Deletes counts past their retention. */
export async function cleanUpVisits(db: Database, today: string): Promise<void> {
  const first = addDays(today, -visitRetentionDays);
  await db.query.deleteFrom("visits").where("day", "<", first).execute();
  await db.query.deleteFrom("visit_sources").where("day", "<", first).execute();
}

/** Maximum named pages and hosts per day; the others are counted as `*`, which bounds the tables. */
export const dailyLimits = { pages: 1_000, hosts: 300 };

/** Maximum characters of a stored path: Bangla titles reach 1,000, and indexes fail beyond 2,000. */
const maxPathLength = 2_000;

/** Adds counts to the totals of a day; safe on several instances. */
export function storeDailyCounts(db: Database, day: string, { pages, sources }: DailyCounts): Promise<void> {
  return write(db, async (tx) => {
    await addPages(tx, day, pages);
    await addSources(tx, day, sources);
  });
}

async function addPages(tx: Writing, day: string, pages: DailyCounts["pages"]): Promise<void> {
  if (pages.size === 0) return;
  const stored = await tx.query.selectFrom("visits").select("path as name").where("day", "=", day).execute();
  const fits = createLimit(stored, dailyLimits.pages);
  const sums = new Map<string, Count>();
  for (const [path, { views, visits }] of pages) {
    const name = path.length <= maxPathLength && fits(path) ? path : otherHosts;
    const sum = sums.get(name);
    sums.set(name, { views: views + (sum?.views ?? 0), visits: visits + (sum?.visits ?? 0) });
  }
  await tx.query
    .insertInto("visits")
    .values(sortByKey(sums).map(([path, count]) => ({ day, path, ...count })))
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
  const stored = await tx.query
    .selectFrom("visit_sources")
    .select("host as name")
    .where("day", "=", day)
    .execute();
  const fits = createLimit(stored, dailyLimits.hosts);
  const sums = new Map<string, number>();
  for (const [host, visits] of sources) {
    const name = fits(host) ? host : otherHosts;
    sums.set(name, visits + (sums.get(name) ?? 0));
  }
  await tx.query
    .insertInto("visit_sources")
    .values(sortByKey(sums).map(([host, visits]) => ({ day, host, visits })))
    .onConflict((conflict) =>
      conflict.columns(["day", "host"]).doUpdateSet((eb) => ({
        visits: eb("visit_sources.visits", "+", eb.ref("excluded.visits")),
      })),
    )
    .execute();
}

function createLimit(stored: { name: string }[], max: number): (name: string) => boolean {
  const names = new Set(stored.map(({ name }) => name));
  return (name) => {
    if (names.size < max) names.add(name);
    return names.has(name);
  };
}

/** Sorts by key: instances that lock rows in the same order cannot deadlock. */
function sortByKey<Value>(sums: Map<string, Value>): [string, Value][] {
  return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1));
}
