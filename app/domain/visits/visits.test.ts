import { expect, test, vi } from "vitest";
import type { Database } from "#app/platform/database/database.ts";
import { migrate } from "#app/platform/database/migrations.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { createPageViews, type PageViews } from "#app/platform/http/cache/page-views.ts";
import { engines, makeDatabase, openTestDatabase } from "#tests/support/database.ts";
import { cleanUpVisits, dailyLimits, startVisitCount, storeDailyCounts } from "./count-visits.ts";
import { listVisits, readMostRead, readSources, readVisitDays } from "./read-visits.ts";

const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const march = { from: "2026-03-01", to: "2026-03-03" };

const createTally = () =>
  createPageViews({ publicUrl: new URL("https://www.company.example"), isLeftOut: () => false });

function read(pageViews: PageViews, path: string, times = 1, referer?: string) {
  const reader = { host: "www.company.example", userAgent, referer, cookie: undefined, purpose: undefined };
  for (let time = 0; time < times; time += 1) pageViews.count(path, reader);
}

/** Starts a counter that stores only when stopped. */
function start(db: Database, pageViews: PageViews, now: string, onError: (error: unknown) => void = fail) {
  const clock = { now: () => new Date(now) };
  return startVisitCount({ db, clock, pageViews, timeZone: async () => "Asia/Dhaka" }, onError, 3_600_000);
}

function fail(error: unknown): never {
  throw error;
}

const counts = (paths: [string, number][]) =>
  new Map(paths.map(([path, views]) => [path, { views, visits: views }]));

test.each(engines)("%s: stores counts on stop, by the company's day", async (engine) => {
  await using open = await openTestDatabase(engine);
  const pageViews = createTally();
  const evening = start(open.db, pageViews, "2026-03-01T17:59:00.000Z");
  read(pageViews, "/blog", 2);
  await evening.stop();
  const night = start(open.db, pageViews, "2026-03-01T18:01:00.000Z");
  read(pageViews, "/blog", 3, "https://www.company.example/");
  read(pageViews, "/about", 1, "https://news.example/x");
  await night.stop();
  expect(await listVisits(open.db, march)).toEqual([
    { day: "2026-03-02", path: "/blog", views: 3, visits: 0 },
    { day: "2026-03-02", path: "/about", views: 1, visits: 1 },
    { day: "2026-03-01", path: "/blog", views: 2, visits: 2 },
  ]);
  expect(await readVisitDays(open.db, march)).toEqual([
    { day: "2026-03-01", views: 2, visits: 2 },
    { day: "2026-03-02", views: 4, visits: 1 },
    { day: "2026-03-03", views: 0, visits: 0 },
  ]);
  expect(await readMostRead(open.db, march, 1)).toEqual([{ path: "/blog", views: 5, visits: 2 }]);
  expect(await readSources(open.db, march, 5)).toEqual([
    { host: "", visits: 2 },
    { host: "news.example", visits: 1 },
  ]);
});

test.each(engines)("%s: stores counts while the site runs", async (engine) => {
  await using open = await openTestDatabase(engine);
  const pageViews = createTally();
  const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };
  const parts = { db: open.db, clock, pageViews, timeZone: async () => "UTC" };
  const counting = startVisitCount(parts, fail, 20);
  read(pageViews, "/blog", 2);
  await vi.waitFor(async () => expect(await listVisits(open.db, march)).toHaveLength(1), 60_000);
  await counting.stop();
});

test("postgres: adds up counts of concurrent instances", async () => {
  const made = await makeDatabase("postgres");
  const [one, other] = await Promise.all([1, 2].map(() => openDatabase(made.env, "a test", fail)));
  if (!one || !other) throw new Error("Two are needed.");
  await migrate(one.db);
  const paths = Array.from({ length: 60 }, (_, n): [string, number] => [`/blog/${n}`, 1]);
  const sources = new Map([["news.example", 1]]);
  const rounds = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? paths : paths.toReversed()));
  await Promise.all(
    rounds.map((round, n) =>
      storeDailyCounts((n % 4 < 2 ? one : other).db, "2026-03-01", { pages: counts(round), sources }),
    ),
  );
  expect(await readVisitDays(one.db, { from: "2026-03-01", to: "2026-03-01" })).toEqual([
    { day: "2026-03-01", views: 1200, visits: 1200 },
  ]);
  expect(await readSources(one.db, march, 5)).toEqual([{ host: "news.example", visits: 20 }]);
  await Promise.all([one.close(), other.close()]);
  await made.remove();
});

test.each(engines)("%s: P2 limits named pages and hosts per day", async (engine) => {
  await using open = await openTestDatabase(engine);
  const paths = (from: number) =>
    Array.from({ length: 800 }, (_, n): [string, number] => [`/p/${from + n}`, 1]);
  const hosts = (from: number) =>
    new Map(Array.from({ length: 200 }, (_, n): [string, number] => [`h${from + n}.example`, 1]));
  for (const from of [0, 800, 0])
    await storeDailyCounts(open.db, "2026-03-01", { pages: counts(paths(from)), sources: hosts(from) });
  const rows = await listVisits(open.db, march);
  expect(rows).toHaveLength(dailyLimits.pages + 1);
  expect(rows[0]).toMatchObject({ path: "*", views: 600 });
  expect(rows.find(({ path }) => path === "/p/0")?.views).toBe(2);
  expect(rows.reduce((sum, { views }) => sum + views, 0)).toBe(2400);
  const sources = await readSources(open.db, march, 1000);
  expect(sources).toHaveLength(dailyLimits.hosts + 1);
  expect(sources[0]).toEqual({ host: "*", visits: 100 });
});

test.each(engines)("%s: counts a path too long for an index with the others", async (engine) => {
  await using open = await openTestDatabase(engine);
  const long = `/blog/${"%E0%A6%95".repeat(300)}`;
  await storeDailyCounts(open.db, "2026-03-01", { pages: counts([[long, 1]]), sources: new Map() });
  expect(await listVisits(open.db, march)).toMatchObject([{ path: "*", views: 1 }]);
});

test.each(engines)("%s: D4 retries counts that failed to store", async (engine) => {
  await using open = await openTestDatabase(engine);
  const pageViews = createTally();
  const errors: unknown[] = [];
  let isOffline = true;
  const clock = { now: () => new Date("2026-03-01T10:00:00.000Z") };
  const timeZone = async () => "UTC";
  const db: Database = {
    ...open.db,
    get query() {
      if (isOffline) throw new Error("the database is unavailable");
      return open.db.query;
    },
  };
  const counting = startVisitCount({ db, clock, pageViews, timeZone }, (error) => errors.push(error), 20);
  read(pageViews, "/blog", 2);
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(4), 60_000);
  read(pageViews, "/blog", 1);
  isOffline = false;
  await counting.stop();
  expect(await listVisits(open.db, march)).toMatchObject([{ path: "/blog", views: 3 }]);
});

test.each(engines)("%s: deletes counts older than two years", async (engine) => {
  await using open = await openTestDatabase(engine);
  for (const day of ["2024-01-28", "2024-01-29", "2026-03-01"])
    await storeDailyCounts(open.db, day, { pages: counts([["/", 1]]), sources: new Map([["", 1]]) });
  await cleanUpVisits(open.db, "2026-03-01");
  const days = (await listVisits(open.db, { from: "2020-01-01", to: "2027-01-01" })).map(({ day }) => day);
  expect(days).toEqual(["2026-03-01", "2024-01-29"]);
  expect(await readSources(open.db, { from: "2020-01-01", to: "2024-01-28" }, 5)).toEqual([]);
});
