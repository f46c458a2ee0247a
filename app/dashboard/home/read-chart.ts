import type { Database } from "#app/database/database.ts";
import { countLeadDays } from "#app/leads/reports/count-days.ts";
import { daysUntil } from "#app/text/days.ts";
import { dayOf, type Here } from "#app/text/moments.ts";
import { readMostRead, readSources, readVisitDays } from "#app/visits/read-visits.ts";

export type ShownSeries = "messages" | "visits";

/** What came in, and how often the site was visited, on each of the last thirty days. */
export async function readChart(db: Database, shown: ShownSeries, { timeZone, now }: Here) {
  const days = daysUntil(dayOf(now, timeZone), 30);
  const range = { from: days[0] ?? "", to: days.at(-1) ?? "" };
  const visits = new Map((await readVisitDays(db, range)).map((count) => [count.day, count]));
  const leads = await countLeadDays(db, days, timeZone);
  const isVisits = shown === "visits";
  return {
    shown,
    days: leads.map((count) => ({
      ...count,
      visits: visits.get(count.day)?.visits ?? 0,
      views: visits.get(count.day)?.views ?? 0,
    })),
    pages: isVisits ? await readMostRead(db, range, 6) : [],
    sources: isVisits ? await readSources(db, range, 6) : [],
  };
}

export type Chart = Awaited<ReturnType<typeof readChart>>;
