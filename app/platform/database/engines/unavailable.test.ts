import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { isDatabaseUnavailable } from "./bounded-pool.ts";
import type { Connection } from "./engine.ts";
import { openPostgres } from "./postgres/open.ts";
import { openSqlite } from "./sqlite/open.ts";

const run = ({ query }: Pick<Connection, "query">, statement = sql`select 1 from settings`) =>
  statement.execute(query).catch((error: unknown) => error);

test("Z5 a damaged, missing or locked SQLite file is unavailable", async () => {
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

test.each(["begin", "inside a transaction"])(
  "Z5 SQLite is unavailable until the full disk has room (%s)",
  async (when) => {
    await using open = await openTestDatabase("sqlite");
    const { query } = open.db;
    await sql`create table notes (text text)`.execute(query);
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(query);
    await sql.raw(`pragma max_page_count = ${(rows[0]?.page_count ?? 0) + 1}`).execute(query);
    const fill = () =>
      write(open.db, async (tx) => {
        if (when === "inside a transaction") await sql`insert into notes values ('small')`.execute(tx.query);
        await sql`insert into notes values (zeroblob(1000000))`.execute(tx.query);
      });
    expect(await fill().catch((error: unknown) => error)).toSatisfy(isDatabaseUnavailable);
    await sql`pragma max_page_count = 1000000`.execute(query);
    await fill();
  },
);

test("Z5 PostgreSQL is unavailable when it refuses, hangs or lacks the database", async () => {
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
    expect([url, await run(db)]).toEqual([url, expect.toSatisfy(isDatabaseUnavailable)]);
    await db.close();
  }
  silent.close();
});

test("Z5 PostgreSQL is unavailable when its database accepts no connections", async () => {
  const refused = Object.assign(new Error('database "site" is not currently accepting connections'), {
    code: "55000",
  });
  expect(isDatabaseUnavailable(refused)).toBe(true);
});

test("Z5 PostgreSQL is unavailable when it ends the connection", async () => {
  await using open = await openTestDatabase("postgres");
  const ended = sql`select pg_terminate_backend(pg_backend_pid())`;
  expect(await run(open.db, ended)).toSatisfy(isDatabaseUnavailable);
});

test.each(engines)("%s: Z5 errors of invalid statements do not mean unavailable", async (engine) => {
  await using open = await openTestDatabase(engine);
  for (const statement of [
    sql`select no_column from settings`,
    sql`select from from`,
    sql`insert into settings (key) values (null)`,
  ]) {
    const error = await run(open.db, statement);
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(error)).toBe(false);
  }
  for (const other of [new TypeError("x is undefined"), "ECONNREFUSED", null, { code: "08000" }])
    expect(isDatabaseUnavailable(other)).toBe(false);
});
