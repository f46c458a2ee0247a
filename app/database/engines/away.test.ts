import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { write } from "#app/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { isDatabaseUnavailable } from "./bounded-pool.ts";
import type { Connection } from "./engine.ts";
import { openPostgres } from "./postgres/open.ts";
import { openSqlite } from "./sqlite/open.ts";

const ask = ({ query }: Pick<Connection, "query">, question = sql`select 1 from settings`) =>
  question.execute(query).catch((error: unknown) => error);

test("Z5 a SQLite file that is broken, closed, or held by somebody else is away", async () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-away-"));
  const path = join(folder, "frontdesk.sqlite");
  const broken = join(folder, "broken.sqlite");
  writeFileSync(broken, "no database ".repeat(1000));
  expect(() => openSqlite(broken)).toThrow(expect.toSatisfy(isDatabaseUnavailable));
  expect(() => openSqlite(join(folder, "none/at/all.sqlite"))).toThrow(
    expect.toSatisfy(isDatabaseUnavailable),
  );
  const holder = new DatabaseSync(path);
  holder.exec("PRAGMA journal_mode = WAL; create table settings (key text); BEGIN IMMEDIATE");
  const hasty = new DatabaseSync(path, { timeout: 0 });
  expect(() => hasty.exec("insert into settings values ('x')")).toThrow(
    expect.toSatisfy(isDatabaseUnavailable),
  );
  hasty.close();
  holder.close();
  rmSync(folder, { recursive: true });
});

test.each(["begin", "already in one"])(
  "Z5 a SQLite file on a full disk is away, and takes writes again when there is room (%s)",
  async (when) => {
    await using open = await openTestDatabase("sqlite");
    const { query } = open.db;
    await sql`create table notes (text text)`.execute(query);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(query);
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 1}`).execute(query);
    const fill = () =>
      write(open.db, async (tx) => {
        if (when === "already in one") await sql`insert into notes values ('small')`.execute(tx.query);
        await sql`insert into notes values (zeroblob(1000000))`.execute(tx.query);
      });
    expect(await fill().catch((error: unknown) => error)).toSatisfy(isDatabaseUnavailable);
    await sql`pragma max_page_count = 1000000`.execute(query);
    await fill();
  },
);

test("Z5 a PostgreSQL that refuses, is silent, or lacks the database is away", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : 0;
  const server = new URL(process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres");
  for (const url of [
    "postgres://postgres@127.0.0.1:9/postgres",
    "postgres://postgres@none.invalid/postgres",
    `postgres://postgres@127.0.0.1:${port}/postgres`,
    Object.assign(new URL(server), { pathname: "/frontdesk_that_is_not_there" }).href,
  ]) {
    const db = openPostgres(url, () => {});
    expect([url, await ask(db)]).toEqual([url, expect.toSatisfy(isDatabaseUnavailable)]);
    await db.close();
  }
  silent.close();
});

test("Z5 a PostgreSQL whose database takes no connections is away", async () => {
  const refused = Object.assign(new Error('database "site" is not currently accepting connections'), {
    code: "55000",
  });
  expect(isDatabaseUnavailable(refused)).toBe(true);
});

test("Z5 a PostgreSQL that ends the connection is away", async () => {
  await using open = await openTestDatabase("postgres");
  const ended = sql`select pg_terminate_backend(pg_backend_pid())`;
  expect(await ask(open.db, ended)).toSatisfy(isDatabaseUnavailable);
});

test.each(engines)("%s: Z5 what the database answers to a wrong question is our fault", async (engine) => {
  await using open = await openTestDatabase(engine);
  for (const question of [
    sql`select no_column from settings`,
    sql`select from from`,
    sql`insert into settings (key) values (null)`,
  ]) {
    const error = await ask(open.db, question);
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(error)).toBe(false);
  }
  for (const other of [new TypeError("x is undefined"), "ECONNREFUSED", null, { code: "08000" }])
    expect(isDatabaseUnavailable(other)).toBe(false);
});
