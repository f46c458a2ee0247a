import type { Database } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import { type DailyCounts, emptyDailyCounts, type PageViews } from "#app/http/cache/page-views.ts";
import type { Clock } from "#app/platform/clock.ts";
import { type Repeated, repeat } from "#app/platform/repeat.ts";
import { addDays } from "#app/text/days.ts";
import { dayOf } from "#app/text/moments.ts";
import { storeDailyCounts } from "./store-daily-counts.ts";

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
  const tidying = repeatOnOne(
    db,
    { name: "visit cleanup", everyMs: 3_600_000 },
    async () => cleanUpVisits(db, dayOf(clock.now(), await timeZone())),
    onError,
  );
  return {
    async stop() {
      await Promise.all([counting.stop(), tidying.stop()]);
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
