import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { engines, makeMigrated, openTestDatabase } from "#tests/support/database.ts";
import type { Database } from "./database.ts";
import { endAbandonedLeases, holdLease, repeatOnOneInstance } from "./leases.ts";
import { openDatabase } from "./open.ts";

const minute = 60_000;
const longAgo = "2000-01-01T00:00:00.000Z";

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

/** Simulates a dead holder whose lease has expired. */
async function expireLease({ query }: Database, name: string): Promise<void> {
  await query.updateTable("leases").set({ until: longAgo }).where("name", "=", name).execute();
}

describe.each(engines)("leases on %s", (engine) => {
  test("allows one holder at a time", async () => {
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

  test("ends the leases of a killed process with the embedded database", async () => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const held = openWork();
    const terms = { name: "links", forMs: minute, everyMs: minute };
    void holdLease(db, { name: "import", forMs: minute }, () => held.ended);
    expect(await holdLease(db, terms, async () => "done")).toBe("done");
    await vi.waitFor(async () => expect(await readLease(db, "import")).toBeDefined(), 60_000);
    await endAbandonedLeases(db);
    expect(await holdLease(db, { name: "import", forMs: minute }, async () => "own")).toBeNull();
    await db.query.updateTable("leases").set({ holder: "killed" }).execute();
    await endAbandonedLeases(db);
    expect(await holdLease(db, terms, async () => "too soon")).toBeNull();
    const next = await holdLease(db, { name: "import", forMs: minute }, async () => "next");
    expect(next).toBe(engine === "sqlite" ? "next" : null);
    held.end("");
  });

  test("takes over leases of a fast clock, but no valid lease", async () => {
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

  test("gives one of several concurrent callers the lease", async () => {
    await using open = await openTestDatabase(engine);
    let running = 0;
    let refused = 0;
    const work = openWork();
    const tries = Array.from({ length: 8 }, async () => {
      const result = await holdLease(open.db, { name: "links", forMs: minute }, () => {
        running += 1;
        return work.ended;
      });
      if (result === null) refused += 1;
    });
    await vi.waitFor(() => expect([running, refused]).toEqual([1, 7]), 60_000);
    work.end("done");
    await Promise.all(tries);
    expect([running, refused]).toEqual([1, 7]);
  });

  test("another instance takes an expired lease and the former holder is aborted", async () => {
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
    // The first holder may renew between the expiry and the takeover.
    const takeOver = async () => {
      for (;;) {
        await expireLease(db, "links");
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

  test("renews the lease during the work", async () => {
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

  test("blocks periodic work until it is due, unless it failed", async () => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const terms = { name: "links", forMs: minute, everyMs: 60 * minute };
    const broken = holdLease(db, terms, async () => {
      throw new Error("work failed");
    });
    await expect(broken).rejects.toThrow("work failed");
    expect(await readLease(db, "links")).toMatchObject({ done_at: null });
    expect(await holdLease(db, terms, async () => "done")).toBe("done");
    expect(await holdLease(db, terms, async () => "again")).toBeNull();
    const { held_since, until, done_at } = await readLease(db, "links");
    expect(Date.parse(until) - Date.parse(held_since)).toBe(terms.everyMs);
    expect(done_at).not.toBeNull();
    await expireLease(db, "links");
    expect(await holdLease(db, terms, async () => "later")).toBe("later");
  });

  test("uses the clock of the database", async () => {
    await using open = await openTestDatabase(engine);
    const { query, dialect } = open.db;
    const { rows } = await sql<{ now: string; later: string }>`
      select ${dialect.timestampIn(0)} as now, ${dialect.timestampIn(1500)} as later`.execute(query);
    const [row] = rows;
    expect(new Date(row?.now ?? "").toISOString()).toBe(row?.now);
    expect(Date.parse(row?.later ?? "") - Date.parse(row?.now ?? "")).toBeGreaterThanOrEqual(1500);
  });
});

test("runs periodic work on one of two instances", async () => {
  const made = await makeMigrated("postgres");
  onTestFinished(made.remove);
  await using first = await openDatabase(made.env, "a test", () => {});
  await using second = await openDatabase(made.env, "a test", () => {});
  expect(first.db.changes.instance).not.toBe(second.db.changes.instance);
  const runs: string[] = [];
  const jobs = [first, second].map(({ db }) =>
    repeatOnOneInstance(
      db,
      { name: "links", everyMs: 60 * minute },
      async () => runs.push(db.changes.instance),
      (error) => runs.push(String(error)),
    ),
  );
  for (const job of jobs) await job.stop();
  expect(runs).toHaveLength(1);
  expect(await readLease(second.db, "links")).toMatchObject({ holder: runs[0] });
});

test("a periodic lease expires before the next check", async () => {
  await using open = await openTestDatabase("sqlite");
  const onError = vi.fn();
  const job = repeatOnOneInstance(open.db, { name: "links", everyMs: 5 * minute }, async () => {}, onError);
  await job.stop();
  const { held_since, until } = await readLease(open.db, "links");
  expect(Date.parse(until) - Date.parse(held_since)).toBeLessThan(5 * minute);
  expect(onError).not.toHaveBeenCalled();
});
