import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "#app/database/migrations.ts";
import { type OpenDatabase, openDatabase } from "#app/database/open.ts";

export const engines = ["sqlite", "postgres"] as const;
export type EngineName = (typeof engines)[number];

/** Names of a migrated, empty database of PostgreSQL and of the folder of an embedded one, to be copied. */
const templates = { postgres: "TEST_TEMPLATE", sqlite: "TEST_TEMPLATE_FOLDER" } as const;
const file = "frontdesk.sqlite";

/** What instances on PostgreSQL share in tests. */
export const testSecret = "for the tests alone, long enough";

/** A fresh, migrated, empty database of either engine, gone when the test ends (`await using`). */
export async function openTestDatabase(engine: EngineName): Promise<OpenDatabase> {
  const made = await makeMigrated(engine);
  const open = await openDatabase(made.env, "a test", () => {});
  const close = async () => {
    await open.close();
    await made.remove();
  };
  return { db: open.db, close, [Symbol.asyncDispose]: close };
}

/** Where an empty database of either engine is to be had; `remove` takes it away. */
export function makeDatabase(engine: EngineName): Promise<Made> {
  return engine === "sqlite" ? makeFolder() : makePostgres();
}

/** The same with every table in its place: a copy of the template where one was prepared, migrated here otherwise. */
export async function makeMigrated(engine: EngineName): Promise<Made> {
  const template = process.env[templates[engine]];
  if (template === undefined) return migrated(await makeDatabase(engine));
  if (engine === "postgres") return makePostgres(template);
  const made = await makeFolder();
  copyFileSync(join(template, file), join(made.env.dataDir, file));
  return made;
}

/** Migrates once for all tests of a run; what it answers takes the templates away again. */
export async function prepareTemplates(): Promise<() => Promise<void>> {
  const [postgres, sqlite] = await Promise.all([
    makeDatabase("postgres").then(migrated),
    makeDatabase("sqlite").then(migrated),
  ]);
  process.env[templates.postgres] = new URL(postgres.env.databaseUrl ?? "").pathname.slice(1);
  process.env[templates.sqlite] = sqlite.env.dataDir;
  return async () => void (await Promise.all([postgres.remove(), sqlite.remove()]));
}

interface Made {
  env: { databaseUrl: string | null; dataDir: string; secret: string | null };
  remove(): Promise<void>;
}

async function migrated(made: Made): Promise<Made> {
  await using open = await openDatabase(made.env, "a test", () => {});
  await migrate(open.db);
  return made;
}

async function makeFolder(): Promise<Made> {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-test-"));
  return {
    env: { databaseUrl: null, dataDir, secret: null },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

async function makePostgres(template = "template1"): Promise<Made> {
  const server = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
  const name = `frontdesk_test_${randomBytes(6).toString("hex")}`;
  await run(server, `create database ${name} template ${template}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` });
  // A busy machine is slow, not wrong: what many ask for at once is waited for.
  url.searchParams.set("connect_timeout", "60");
  url.searchParams.set("statement_timeout", "60000");
  const { env, remove } = await makeFolder();
  return {
    env: { ...env, databaseUrl: url.href, secret: testSecret },
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
