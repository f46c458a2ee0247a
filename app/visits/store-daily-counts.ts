import { type Database, type Writing, write } from "#app/database/database.ts";
import { allOthers, type Count, type DailyCounts } from "#app/http/cache/page-views.ts";

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
