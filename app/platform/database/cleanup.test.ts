import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { makeMigrated } from "#tests/support/database.ts";
import { startDatabaseCleanup } from "./cleanup.ts";
import { openDatabase } from "./open.ts";

const words = "Rahima-Khatun-of-Sylhet";

test("M13 deleted rows leave the write-ahead log after readers have finished", async () => {
  const made = await makeMigrated("sqlite");
  const file = join(made.env.dataDir, "frontdesk.sqlite");
  const inFiles = () =>
    [file, `${file}-wal`].filter((path) => existsSync(path) && readFileSync(path, "latin1").includes(words));
  {
    await using open = await openDatabase(made.env, "a test", () => {});
    const { query } = open.db;
    const row = {
      key: "company",
      data: words,
      version: 1,
      updated_at: "",
    };
    await query.insertInto("settings").values(row).execute();
    await query.deleteFrom("settings").execute();
    expect(inFiles()).toEqual([`${file}-wal`]);
    const reader = new DatabaseSync(file, { readOnly: true });
    reader.exec("begin; select * from settings");
    await query
      .insertInto("settings")
      .values({ ...row, data: "others" })
      .execute();
    await open.db.file?.checkpointWal();
    reader.close();
    const { rows } = await sql<{ timeout: number }>`pragma busy_timeout`.execute(query);
    expect(rows).toEqual([{ timeout: 1000 }]);
    await open.db.file?.checkpointWal();
    expect(inFiles()).toEqual([]);
    expect(await query.selectFrom("settings").select("data").execute()).toEqual([{ data: "others" }]);
  }
  await made.remove();
});

test("removes copies from before updates after 30 days", async () => {
  const made = await makeMigrated("sqlite");
  const now = new Date();
  const backups = join(made.env.dataDir, "backups");
  mkdirSync(backups);
  for (const [name, days] of [
    ["before-0001-old.sqlite", 31],
    ["before-0002-new.sqlite", 29],
  ] as const) {
    writeFileSync(join(backups, name), "");
    const at = new Date(now.getTime() - days * 86_400_000);
    utimesSync(join(backups, name), at, at);
  }
  {
    await using open = await openDatabase(made.env, "a test", () => {});
    const errors: unknown[] = [];
    const cleanup = startDatabaseCleanup({
      db: open.db,
      dataDir: made.env.dataDir,
      clock: { now: () => now },
      onError: (error) => errors.push(error),
    });
    await cleanup.stop();
    expect(errors).toEqual([]);
  }
  expect(readdirSync(backups)).toEqual(["before-0002-new.sqlite"]);
  await made.remove();
});
