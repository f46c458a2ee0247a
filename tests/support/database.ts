import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "#app/database/migrations.ts";
import { type OpenDatabase, openDatabase } from "#app/database/open.ts";

export const engines = ["sqlite", "postgres"] as const;
export type EngineName = (typeof engines)[number];

/** A fresh, migrated, empty database of either engine, gone when the test ends (`await using`). */
export async function openTestDatabase(engine: EngineName): Promise<OpenDatabase> {
  const made = await makeDatabase(engine);
  const open = await openDatabase(made.env, "a test", () => {});
  await migrate(open.db);
  const close = async () => {
    await open.close();
    await made.remove();
  };
  return { db: open.db, close, [Symbol.asyncDispose]: close };
}

/** Where an empty database of either engine is to be had; `remove` takes it away. */
export async function makeDatabase(engine: EngineName) {
  return engine === "sqlite" ? makeFolder() : makePostgres();
}

function makeFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-test-"));
  return {
    env: { databaseUrl: null, dataDir },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

async function makePostgres() {
  const server = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
  const name = `frontdesk_test_${randomBytes(6).toString("hex")}`;
  await run(server, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const { env, remove } = makeFolder();
  return {
    env: { ...env, databaseUrl },
    remove: async () =>
      void (await Promise.all([remove(), run(server, `drop database ${name} with (force)`)])),
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
