import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { type OpenDatabase, openDatabase } from "#app/platform/database/open.ts";
import { makeMigrated } from "#tests/support/database.ts";
import { openPostgres } from "./open.ts";

async function openInstances(count: number): Promise<OpenDatabase[]> {
  const made = await makeMigrated("postgres");
  onTestFinished(made.remove);
  const opened = await Promise.all(
    Array.from({ length: count }, () => openDatabase(made.env, "a test", () => {})),
  );
  for (const open of opened) onTestFinished(open.close);
  return opened;
}

/** Collects the changes that an instance receives from now on. */
async function collectChanges({ db }: OpenDatabase): Promise<string[]> {
  const received: string[] = [];
  db.changes.onChange((tags) => received.push(tags === null ? "anything" : [...tags].sort().join(" ")));
  await vi.waitFor(() => expect(received).toEqual(["anything"]), 60_000);
  received.pop();
  return received;
}

test("receives each change once, even a lower number that commits later", async () => {
  const [one, two, reader] = await openInstances(3);
  if (!one || !two || !reader) throw new Error("three were opened");
  const received = await collectChanges(reader);
  let commit = () => {};
  const mayCommit = new Promise<void>((resolve) => (commit = resolve));
  let isWritten = false;
  const late = one.db.query.transaction().execute(async (tx) => {
    await one.db.changes.record(tx, new Set(["late"]));
    isWritten = true;
    await mayCommit;
  });
  await vi.waitFor(() => expect(isWritten).toBe(true), 60_000);
  await write(two.db, async (tx) => tx.invalidate("early"));
  await vi.waitFor(() => expect(received).toEqual(["early"]), 60_000);
  commit();
  await late;
  await vi.waitFor(() => expect(received).toEqual(["early", "late"]), 60_000);
  const { rows } = await sql<{ tags: string }>`select tags from changes order by seq`.execute(
    reader.db.query,
  );
  expect(rows.map(({ tags }) => tags)).toEqual(["late", "early"]);
  await write(two.db, async (tx) => tx.invalidate("last"));
  await vi.waitFor(() => expect(received).toEqual(["early", "late", "last"]), 60_000);
});

test("receives its own change once, and an unconfirmed commit from the log", async () => {
  const [one, other] = await openInstances(2);
  if (!one || !other) throw new Error("two were opened");
  const received = await collectChanges(one);
  await write(one.db, async (tx) => tx.invalidate("own"));
  expect(received).toEqual(["own"]);
  // Simulates a lost connection during a commit: committed, but `notify` was not called.
  await one.db.query
    .transaction()
    .execute(async (tx) => void (await one.db.changes.record(tx, new Set(["doubtful"]))));
  await vi.waitFor(() => expect(received).toEqual(["own", "doubtful"]), 60_000);
  await write(other.db, async (tx) => tx.invalidate("of another"));
  await vi.waitFor(() => expect(received).toEqual(["own", "doubtful", "of another"]), 60_000);
});

test("prunes old changes only", async () => {
  const [one] = await openInstances(1);
  if (!one) throw new Error("one was opened");
  const { query, dialect, changes } = one.db;
  for (const tags of ["old", "new"])
    await query
      .insertInto("changes")
      .values({ tags, at: dialect.timestampIn(tags === "old" ? -3_600_000 : 0) })
      .execute();
  await changes.prune?.();
  expect(await query.selectFrom("changes").select("tags").execute()).toEqual([{ tags: "new" }]);
});

test("receives missed changes after a lost connection and invalidates nothing else", async () => {
  const [one, other] = await openInstances(2);
  if (!one || !other) throw new Error("two were opened");
  const received = await collectChanges(one);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'frontdesk-changes' and datname = current_database()`.execute(other.db.query);
  await write(other.db, async (tx) => tx.invalidate("missed"));
  await vi.waitFor(() => expect(received).toEqual(["missed"]), 60_000);
});

test("invalidates everything after a gap longer than the log covers", async () => {
  const made = await makeMigrated("postgres");
  onTestFinished(made.remove);
  const reading = { everyMs: 50, pollMs: 50, answerMs: 4000, reachMs: 0 };
  const { changes, close } = openPostgres(made.env.databaseUrl ?? "", () => {}, { reading });
  onTestFinished(() => close());
  const received: unknown[] = [];
  changes.onChange((tags) => received.push(tags));
  await vi.waitFor(() => expect(received.slice(0, 3)).toEqual([null, null, null]), 60_000);
});

test("sends one query at a time on each connection", async () => {
  const waiting = new Map<pg.Client, number>();
  const counts = { maxWaiting: 0, queries: 0 };
  const originalQuery = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const count = (waiting.get(this) ?? 0) + 1;
    waiting.set(this, count);
    counts.queries += 1;
    counts.maxWaiting = Math.max(counts.maxWaiting, count);
    const end = () => void waiting.set(this, (waiting.get(this) ?? 1) - 1);
    // The callback form is not used here.
    const answer = Reflect.apply(originalQuery, this, given) as unknown as Promise<unknown>;
    answer.then(end, end);
    return answer as never;
  });
  onTestFinished(() => spy.mockRestore());
  const [one, other] = await openInstances(2);
  if (!one || !other) throw new Error("two were opened");
  other.db.changes.onChange(() => {});
  one.db.changes.onChange(() => {});
  // Covers connecting as well as reading and notifying at the same time.
  const until = performance.now() + 1500;
  while (performance.now() < until) {
    await write(one.db, async (tx) => tx.invalidate("one"));
    await write(other.db, async (tx) => tx.invalidate("other"));
  }
  expect(counts.queries).toBeGreaterThan(50);
  expect(counts.maxWaiting).toBe(1);
});
