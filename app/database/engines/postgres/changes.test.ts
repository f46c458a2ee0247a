import { sql } from "kysely";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { write } from "#app/database/database.ts";
import { type OpenDatabase, openDatabase } from "#app/database/open.ts";
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

/** What an instance hears from now on, in order. */
async function hear({ db }: OpenDatabase): Promise<string[]> {
  const heard: string[] = [];
  db.changes.onChange((tags) => heard.push(tags === null ? "anything" : [...tags].sort().join(" ")));
  await vi.waitFor(() => expect(heard).toEqual(["anything"]), 60_000);
  heard.pop();
  return heard;
}

test("a change with a lower number that is kept later is heard, and each is heard once", async () => {
  const [one, two, reader] = await openInstances(3);
  if (!one || !two || !reader) throw new Error("three were opened");
  const heard = await hear(reader);
  let keep = () => {};
  const mayEnd = new Promise<void>((resolve) => (keep = resolve));
  let isWritten = false;
  const late = one.db.query.transaction().execute(async (tx) => {
    await one.db.changes.record(tx, new Set(["late"]));
    isWritten = true;
    await mayEnd;
  });
  await vi.waitFor(() => expect(isWritten).toBe(true), 60_000);
  await write(two.db, async (tx) => tx.invalidate("early"));
  await vi.waitFor(() => expect(heard).toEqual(["early"]), 60_000);
  keep();
  await late;
  await vi.waitFor(() => expect(heard).toEqual(["early", "late"]), 60_000);
  const { rows } = await sql<{ tags: string }>`select tags from changes order by seq`.execute(
    reader.db.query,
  );
  expect(rows.map(({ tags }) => tags)).toEqual(["late", "early"]);
  await write(two.db, async (tx) => tx.invalidate("last"));
  await vi.waitFor(() => expect(heard).toEqual(["early", "late", "last"]), 60_000);
});

test("an instance hears its own change once, and what it could not know was kept from the log", async () => {
  const [one, other] = await openInstances(2);
  if (!one || !other) throw new Error("two were opened");
  const heard = await hear(one);
  await write(one.db, async (tx) => tx.invalidate("own"));
  expect(heard).toEqual(["own"]);
  // As when the connection breaks while the commit is answered: it was kept, and nobody here was told.
  await one.db.query
    .transaction()
    .execute(async (tx) => void (await one.db.changes.record(tx, new Set(["doubtful"]))));
  await vi.waitFor(() => expect(heard).toEqual(["own", "doubtful"]), 60_000);
  await write(other.db, async (tx) => tx.invalidate("of another"));
  await vi.waitFor(() => expect(heard).toEqual(["own", "doubtful", "of another"]), 60_000);
});

test("what is too old leaves the log, and the newest stays", async () => {
  const [one] = await openInstances(1);
  if (!one) throw new Error("one was opened");
  const { query, dialect, changes } = one.db;
  for (const tags of ["old", "new"])
    await query
      .insertInto("changes")
      .values({ tags, at: dialect.momentIn(tags === "old" ? -3_600_000 : 0) })
      .execute();
  await changes.prune?.();
  expect(await query.selectFrom("changes").select("tags").execute()).toEqual([{ tags: "new" }]);
});

test("after a connection that was cut an instance hears what it missed, and forgets nothing else", async () => {
  const [one, other] = await openInstances(2);
  if (!one || !other) throw new Error("two were opened");
  const heard = await hear(one);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'frontdesk-changes' and datname = current_database()`.execute(other.db.query);
  await write(other.db, async (tx) => tx.invalidate("missed"));
  await vi.waitFor(() => expect(heard).toEqual(["missed"]), 60_000);
});

test("an instance that has not read for longer than the log reaches forgets everything", async () => {
  const made = await makeMigrated("postgres");
  onTestFinished(made.remove);
  const reading = { everyMs: 50, pollMs: 50, answerMs: 4000, reachMs: 0 };
  const { changes, close } = openPostgres(made.env.databaseUrl ?? "", () => {}, { reading });
  onTestFinished(() => close());
  const heard: unknown[] = [];
  changes.onChange((tags) => heard.push(tags));
  await vi.waitFor(() => expect(heard.slice(0, 3)).toEqual([null, null, null]), 60_000);
});

test("no connection is asked anything before it has answered what it was asked before", async () => {
  const waiting = new Map<pg.Client, number>();
  const most = { waiting: 0, asked: 0 };
  const asking = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const count = (waiting.get(this) ?? 0) + 1;
    waiting.set(this, count);
    most.asked += 1;
    most.waiting = Math.max(most.waiting, count);
    const end = () => void waiting.set(this, (waiting.get(this) ?? 1) - 1);
    // Only promises are used here, and not the form that takes a callback.
    const answer = Reflect.apply(asking, this, given) as unknown as Promise<unknown>;
    answer.then(end, end);
    return answer as never;
  });
  onTestFinished(() => spy.mockRestore());
  const [one, other] = await openInstances(2);
  if (!one || !other) throw new Error("two were opened");
  other.db.changes.onChange(() => {});
  one.db.changes.onChange(() => {});
  // From before the connection is there until it reads and tells of changes at the same time.
  const until = performance.now() + 1500;
  while (performance.now() < until) {
    await write(one.db, async (tx) => tx.invalidate("one"));
    await write(other.db, async (tx) => tx.invalidate("other"));
  }
  expect(most.asked).toBeGreaterThan(50);
  expect(most.waiting).toBe(1);
});
