import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { engines, makeMigrated, openTestDatabase } from "#tests/support/database.ts";
import type { Database } from "./database.ts";
import { endLeftLeases, holdLease, repeatOnOne } from "./leases.ts";
import { openDatabase } from "./open.ts";

const minute = 60_000;
const long = "2000-01-01T00:00:00.000Z";

function openWork() {
  let end = (_: string) => {};
  let fail = (_: Error) => {};
  const ended = new Promise<string>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { end, fail, ended };
}

async function readLease({ query }: Database, name: string) {
  return query.selectFrom("leases").selectAll().where("name", "=", name).executeTakeFirstOrThrow();
}

/** As when its holder died and its time went by. */
async function letEnd({ query }: Database, name: string): Promise<void> {
  await query.updateTable("leases").set({ until: long }).where("name", "=", name).execute();
}

describe.each(engines)("leases on %s", (engine) => {
  test("one holder at a time, and the next one after it", async () => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const first = openWork();
    const held = holdLease(db, { name: "backup", forMs: minute }, () => first.ended);
    await vi.waitFor(async () => expect(await readLease(db, "backup")).toBeDefined(), 60_000);
    expect(await holdLease(db, { name: "backup", forMs: minute }, async () => "twice")).toBeNull();
    expect(await holdLease(db, { name: "canary", forMs: minute }, async () => "another")).toBe("another");
    first.end("done");
    expect(await held).toBe("done");
    expect(await holdLease(db, { name: "backup", forMs: minute }, async () => "next")).toBe("next");
    expect(await readLease(db, "backup")).toMatchObject({ holder: db.changes.instance });
  });

  test("a killed process keeps no lease of an embedded database", async () => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const held = openWork();
    const rested = { name: "links", forMs: minute, everyMs: minute };
    void holdLease(db, { name: "import", forMs: minute }, () => held.ended);
    expect(await holdLease(db, rested, async () => "done")).toBe("done");
    await vi.waitFor(async () => expect(await readLease(db, "import")).toBeDefined(), 60_000);
    await endLeftLeases(db);
    expect(await holdLease(db, { name: "import", forMs: minute }, async () => "own")).toBeNull();
    await db.query.updateTable("leases").set({ holder: "killed" }).execute();
    await endLeftLeases(db);
    expect(await holdLease(db, rested, async () => "too soon")).toBeNull();
    const next = await holdLease(db, { name: "import", forMs: minute }, async () => "next");
    expect(next).toBe(engine === "sqlite" ? "next" : null);
    held.end("");
  });

  test("a lease of a clock that ran ahead is free, one that rests or is held is not", async () => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const terms = { name: "links", forMs: minute, everyMs: 60 * minute };
    const work = async () => "done";
    const soon = new Date(Date.now() + 59 * minute).toISOString();
    const faraway = new Date(Date.now() + 365 * 24 * 60 * minute).toISOString();
    const leave = (lease: { held_since?: string; until: string }) =>
      db.query.updateTable("leases").set(lease).where("name", "=", "links").execute();
    expect(await holdLease(db, terms, work)).toBe("done");
    await leave({ until: faraway });
    expect(await holdLease(db, terms, work)).toBe("done");
    expect(await holdLease(db, terms, work)).toBeNull();
    await leave({ held_since: faraway, until: faraway });
    expect(await holdLease(db, terms, work)).toBe("done");
    await leave({ held_since: soon, until: soon });
    expect(await holdLease(db, terms, work)).toBe("done");
    await leave({ until: soon });
    expect(await holdLease(db, terms, work)).toBeNull();
  });

  test("of many that want it at once one gets it", async () => {
    await using open = await openTestDatabase(engine);
    let running = 0;
    let refused = 0;
    const work = openWork();
    const tries = Array.from({ length: 8 }, async () => {
      const answer = await holdLease(open.db, { name: "links", forMs: minute }, () => {
        running += 1;
        return work.ended;
      });
      if (answer === null) refused += 1;
    });
    await vi.waitFor(() => expect([running, refused]).toEqual([1, 7]), 60_000);
    work.end("done");
    await Promise.all(tries);
    expect([running, refused]).toEqual([1, 7]);
  });

  test("after the death of its holder another takes it, and who comes to life again is told and takes nothing away", async () => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const dead = openWork();
    let signal: AbortSignal | undefined;
    const first = holdLease(db, { name: "links", forMs: 300 }, (given) => {
      signal = given;
      return dead.ended;
    });
    await vi.waitFor(() => expect(signal).toBeDefined(), 60_000);
    const next = openWork();
    let hasNext = false;
    // The first one lives, and may renew between its end and the taking.
    const takeOver = async () => {
      for (;;) {
        await letEnd(db, "links");
        const taken = await holdLease(db, { name: "links", forMs: minute }, () => {
          hasNext = true;
          return next.ended;
        });
        if (taken !== null) return taken;
      }
    };
    const second = takeOver();
    await vi.waitFor(() => expect(hasNext).toBe(true), 60_000);
    await vi.waitFor(() => expect(signal?.aborted).toBe(true), 60_000);
    dead.end("late");
    expect(await first).toBe("late");
    expect(await holdLease(db, { name: "links", forMs: minute }, async () => "third")).toBeNull();
    next.end("done");
    expect(await second).toBe("done");
  });

  test("it is renewed while the work goes on", async () => {
    await using open = await openTestDatabase(engine);
    const work = openWork();
    const held = holdLease(open.db, { name: "links", forMs: 300 }, () => work.ended);
    await vi.waitFor(async () => expect(await readLease(open.db, "links")).toBeDefined(), 60_000);
    const { until } = await readLease(open.db, "links");
    await vi.waitFor(
      async () => expect((await readLease(open.db, "links")).until > until).toBe(true),
      60_000,
    );
    work.end("done");
    await held;
  });

  test("what is done every so often rests until then; what failed does not", async () => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const terms = { name: "links", forMs: minute, everyMs: 60 * minute };
    const broken = holdLease(db, terms, async () => {
      throw new Error("no such luck");
    });
    await expect(broken).rejects.toThrow("no such luck");
    expect(await readLease(db, "links")).toMatchObject({ done_at: null });
    expect(await holdLease(db, terms, async () => "done")).toBe("done");
    expect(await holdLease(db, terms, async () => "again")).toBeNull();
    const { held_since, until, done_at } = await readLease(db, "links");
    expect(Date.parse(until) - Date.parse(held_since)).toBe(terms.everyMs);
    expect(done_at).not.toBeNull();
    await letEnd(db, "links");
    expect(await holdLease(db, terms, async () => "later")).toBe("later");
  });

  test("its moments are those of the database, as they are stored", async () => {
    await using open = await openTestDatabase(engine);
    const { query, dialect } = open.db;
    const { rows } = await sql<{ now: string; later: string }>`
      select ${dialect.momentIn(0)} as now, ${dialect.momentIn(1500)} as later`.execute(query);
    const [row] = rows;
    expect(new Date(row?.now ?? "").toISOString()).toBe(row?.now);
    expect(Date.parse(row?.later ?? "") - Date.parse(row?.now ?? "")).toBeGreaterThanOrEqual(1500);
  });
});

test("two instances share one round", async () => {
  const made = await makeMigrated("postgres");
  onTestFinished(made.remove);
  await using first = await openDatabase(made.env, "a test", () => {});
  await using second = await openDatabase(made.env, "a test", () => {});
  expect(first.db.changes.instance).not.toBe(second.db.changes.instance);
  const rounds: string[] = [];
  const jobs = [first, second].map(({ db }) =>
    repeatOnOne(
      db,
      { name: "links", everyMs: 60 * minute },
      async () => rounds.push(db.changes.instance),
      (error) => rounds.push(String(error)),
    ),
  );
  for (const job of jobs) await job.stop();
  expect(rounds).toHaveLength(1);
  expect(await readLease(second.db, "links")).toMatchObject({ holder: rounds[0] });
});

test("a lease is at rest no more when the next look comes", async () => {
  await using open = await openTestDatabase("sqlite");
  const onError = vi.fn();
  const job = repeatOnOne(open.db, { name: "links", everyMs: 5 * minute }, async () => {}, onError);
  await job.stop();
  const { held_since, until } = await readLease(open.db, "links");
  expect(Date.parse(until) - Date.parse(held_since)).toBeLessThan(5 * minute);
  expect(onError).not.toHaveBeenCalled();
});
