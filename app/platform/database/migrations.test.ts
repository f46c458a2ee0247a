import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { sendLead } from "#app/domain/leads/leads.fixture.ts";
import { type EngineName, engines, makeDatabase, openTestDatabase } from "#tests/support/database.ts";
import * as trial from "#tests/support/next-release/0003-add-trial.ts";
import { nextStep } from "#tests/support/next-release/next-release.ts";
import type { Database } from "./database.ts";
import { type MigrationStep, steps } from "./migrations/steps.ts";
import { isAdditive, migrate, readAppliedSteps, readPendingSteps } from "./migrations.ts";
import { openDatabase } from "./open.ts";

const first: MigrationStep = {
  async up(query) {
    await sql`create table visitors (id text primary key, name text not null)`.execute(query);
    await sql`insert into visitors values ('1', 'Rahima'), ('2', 'Nadia')`.execute(query);
  },
};

const second: MigrationStep = {
  async up(query) {
    await sql`alter table visitors add column city text not null default ''`.execute(query);
    await sql`update visitors set city = 'Sylhet'`.execute(query);
    await sql`create table cities (name text primary key)`.execute(query);
  },
};

const broken: MigrationStep = {
  async up(query) {
    await sql`alter table visitors add column email text not null default ''`.execute(query);
    await sql`update visitors set name = 'changed'`.execute(query);
    await sql`drop table cities`.execute(query);
    await sql`insert into nowhere values (1)`.execute(query);
  },
};

const fixed: MigrationStep = {
  async up(query) {
    await sql`alter table visitors add column email text not null default ''`.execute(query);
  },
};

async function openEmpty(engine: EngineName) {
  const made = await makeDatabase(engine);
  const open = await openDatabase(made.env, "a test", () => {});
  const dispose = async () => {
    await open.close();
    await made.remove();
  };
  return {
    db: open.db,
    [Symbol.asyncDispose]: dispose,
  };
}

/** Reads every table with its columns and rows. */
async function readAll({ query }: Database) {
  const anyQuery = query as unknown as Kysely<Record<string, Record<string, unknown>>>; // the tables exist in this test only
  const tables = await query.introspection.getTables();
  return Promise.all(
    tables.map(async ({ name, columns }) => ({
      name,
      columns: columns.map((column) => column.name),
      rows: await anyQuery.selectFrom(name).selectAll().execute(),
    })),
  );
}

test.each(engines)("%s: D3 a failed step rolls back all pending steps", async (engine) => {
  await using open = await openEmpty(engine);
  const { db } = open;
  const one = { "0001-one": first };
  await migrate(db, { steps: one });
  const before = await readAll(db);
  const all = { ...one, "0002-two": second, "0003-three": broken };
  await expect(migrate(db, { steps: all })).rejects.toMatchObject({
    name: "MigrationFailed",
    isPlain: true,
    message: expect.stringMatching(/^[^\n]*nothing was changed: [^\n]*nowhere[^\n]*$/),
  });
  expect(await readAll(db)).toEqual(before);
  expect(await readAppliedSteps(db)).toEqual(["0001-one"]);
  expect(await migrate(db, { steps: { ...all, "0003-three": fixed } })).toEqual(["0002-two", "0003-three"]);
  expect(await migrate(db, { steps: { ...all, "0003-three": fixed } })).toEqual([]);
});

test.each(engines)("%s: refuses a database of version 0.1.0 in one line", async (engine) => {
  await using open = await openEmpty(engine);
  await migrate(open.db, { steps: { "0001-content": first } });
  const before = await readAll(open.db);
  await expect(migrate(open.db)).rejects.toMatchObject({
    name: "UnsupportedTables",
    isPlain: true,
    message: expect.stringMatching(/^This database is from version 0\.1\.0[^\n]*export[^\n]*import[^\n]*$/),
  });
  expect(await readAll(open.db)).toEqual(before);
});

test.each(engines)("%s: refuses a database of a newer version in one line", async (engine) => {
  await using open = await openEmpty(engine);
  await migrate(open.db, { steps: { "0001-one": first, "0002-two": second } });
  await expect(migrate(open.db, { steps: { "0001-one": first } })).rejects.toMatchObject({
    name: "NewerDatabase",
    isPlain: true,
    message: expect.stringMatching(/^[^\n]*newer version[^\n]*$/),
  });
});

test.each(engines)("%s: accepts tables to which a newer version has only added", async (engine) => {
  await using open = await openEmpty(engine);
  const older = { "0001-one": first };
  await migrate(open.db, { steps: { ...older, "0002-add-cities": second } });
  expect(await migrate(open.db, { steps: older })).toEqual([]);
  // A version with a pending step of its own is another branch.
  const branch = { ...older, "0003-other": fixed };
  await expect(migrate(open.db, { steps: branch })).rejects.toMatchObject({ name: "NewerDatabase" });
});

test("additive steps remove nothing", () => {
  const folders = ["migrations", "../../../tests/support/next-release"].map((one) =>
    join(import.meta.dirname, one),
  );
  const paths = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const adding = paths.filter((path) => isAdditive(basename(path)));
  expect(adding).not.toEqual([]);
  expect(adding.filter((path) => removesData(readFileSync(path, "utf8")))).toEqual([]);
  expect(removesData("alter table leads add column mood text not null")).toBe(true);
  expect(removesData("alter table leads add column mood text not null default ''")).toBe(false);
});

test.each(engines)("%s: the next release only adds to the tables of this release", async (engine) => {
  await using open = await openTestDatabase(engine);
  await sendLead(open.db, { message: "Where does the ferry leave?" });
  const next = { ...steps, [nextStep]: trial };
  expect(await migrate(open.db, { steps: next })).toEqual([nextStep]);
  const { rows } = await sql`select words from trials`.execute(open.db.query);
  expect(rows).toEqual([{ words: "Where does the ferry leave?" }]);
  // This release still accepts them.
  expect(await migrate(open.db)).toEqual([]);
  expect(await readPendingSteps(open.db)).toEqual([]);
});

/** Whether a source removes or renames tables or columns, or adds a column that an older version can't fill. */
function removesData(source: string): boolean {
  const statements = source.split(/;|`|\)\.execute/);
  return statements.some(
    (text) =>
      /\b(drop|rename)\b|\.(drop|rename)[A-Z]|\bset not null\b|\.setNotNull/i.test(text) ||
      (/\badd column\b/i.test(text) && /\bnot null\b/i.test(text) && !/\bdefault\b/i.test(text)),
  );
}

test.each(engines)("%s: calls back before it changes an existing database", async (engine) => {
  await using open = await openEmpty(engine);
  const announced: string[] = [];
  const before = async (step: string) => void announced.push(step);
  await migrate(open.db, { steps: { "0001-one": first }, before });
  await migrate(open.db, { steps: { "0001-one": first }, before });
  expect(announced).toEqual([]);
  await migrate(open.db, { steps: { "0001-one": first, "0002-two": second }, before });
  expect(announced).toEqual(["0002-two"]);
});

test("postgres: an update waits for a backup without blocking writers", async () => {
  await using open = await openEmpty("postgres");
  await migrate(open.db, { steps: { "0001": first } });
  const logged: string[] = [];
  let update: Promise<string[]> | undefined;
  await open.db.backup.readSnapshot(async (backup) => {
    await sql`select * from visitors`.execute(backup);
    update = migrate(open.db, { steps: { "0001": first, "0002": second }, log: (line) => logged.push(line) });
    update.catch(() => {});
    await expect.poll(() => countWaiting(open.db), { timeout: 4000 }).toBe(1);
    const before = Date.now();
    await sql`insert into visitors values ('3', 'Shirin')`.execute(open.db.query);
    expect(Date.now() - before).toBeLessThan(4000);
    await expect.poll(() => logged).toHaveLength(1);
  });
  expect(await update).toEqual(["0002"]);
  const { rows } = await sql`select name, city from visitors where id = '3'`.execute(open.db.query);
  expect(rows).toEqual([{ name: "Shirin", city: "Sylhet" }]);
});

test("postgres: retries an update after a deadlock", async () => {
  await using open = await openEmpty("postgres");
  const { db } = open;
  const makeOrders: MigrationStep = {
    up: async (query) => void (await sql`create table orders (id text)`.execute(query)),
  };
  const both: MigrationStep = {
    async up(query) {
      await sql`alter table orders add column place text`.execute(query);
      await sql`alter table visitors add column town text`.execute(query);
    },
  };
  const before = { "0001": first, "0002": makeOrders };
  await migrate(db, { steps: before });
  await sql`do $$ begin execute format('alter database %I set deadlock_timeout = 50', current_database()); end $$`.execute(
    db.query,
  );
  const logged: string[] = [];
  let update: Promise<string[]> | undefined;
  await db.query.transaction().execute(async (tx) => {
    // Makes PostgreSQL cancel the update in the deadlock.
    await sql`set local deadlock_timeout = '60s'`.execute(tx);
    await sql`update visitors set name = name`.execute(tx);
    update = migrate(db, { steps: { ...before, "0003": both }, log: (line) => logged.push(line) });
    update.catch(() => {});
    await expect.poll(() => countWaiting(db), { interval: 5, timeout: 4000 }).toBe(1);
    await sql`select * from orders`.execute(tx);
  });
  expect(await update).toEqual(["0003"]);
  expect(logged).toHaveLength(1);
});

async function countWaiting({ query }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_locks where relation = 'visitors'::regclass and not granted`.execute(
    query,
  );
  return rows[0]?.count ?? 0;
}
