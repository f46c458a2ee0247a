import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "#app/platform/database/migrations.ts";
import { type OpenDatabase, openDatabase } from "#app/platform/database/open.ts";

const allEngines = ["sqlite", "postgres"] as const;
export type EngineName = (typeof allEngines)[number];

/** Engines of this run: both, or those in TEST_ENGINES, separated by commas. */
export const engines: readonly EngineName[] = allEngines.filter(
  (engine) => process.env.TEST_ENGINES?.split(",").includes(engine) ?? true,
);

/** Environment variables with the migrated template: a database of PostgreSQL, a folder of the embedded one. */
const templates = { postgres: "TEST_TEMPLATE", sqlite: "TEST_TEMPLATE_FOLDER" } as const;
const file = "frontdesk.sqlite";

/** Secret shared by instances on PostgreSQL in tests. */
export const testSecret = "for the tests alone, long enough";

/** Fresh, migrated, empty database, removed when the test ends (`await using`). */
export async function openTestDatabase(engine: EngineName): Promise<OpenDatabase> {
  const location = await makeMigrated(engine);
  const open = await openDatabase(location.env, "a test", () => {});
  const close = async () => {
    await open.close();
    await location.remove();
  };
  return { db: open.db, close, [Symbol.asyncDispose]: close };
}

/** Location of a new database without tables; `remove` deletes it. */
export function makeDatabase(engine: EngineName): Promise<DatabaseLocation> {
  return engine === "sqlite" ? makeFolder() : makePostgres();
}

/** Location of a new database with all tables: a copy of the template if there is one, else migrated here. */
export async function makeMigrated(engine: EngineName): Promise<DatabaseLocation> {
  const template = process.env[templates[engine]];
  if (template === undefined) return migrated(await makeDatabase(engine));
  if (engine === "postgres") return makePostgres(template);
  const location = await makeFolder();
  copyFileSync(join(template, file), join(location.env.dataDir, file));
  return location;
}

/** Migrates a template database of each engine for all tests of a run. @returns removes them */
export async function prepareTemplates(): Promise<() => Promise<void>> {
  const removals = await Promise.all(
    engines.map(async (engine) => {
      const { env, remove } = await migrated(await makeDatabase(engine));
      process.env[templates[engine]] = env.databaseUrl
        ? new URL(env.databaseUrl).pathname.slice(1)
        : env.dataDir;
      return remove;
    }),
  );
  return async () => void (await Promise.all(removals.map((remove) => remove())));
}

interface DatabaseLocation {
  env: { databaseUrl: string | null; dataDir: string; secret: string | null };
  remove(): Promise<void>;
}

async function migrated(location: DatabaseLocation): Promise<DatabaseLocation> {
  await using open = await openDatabase(location.env, "a test", () => {});
  await migrate(open.db);
  return location;
}

async function makeFolder(): Promise<DatabaseLocation> {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-test-"));
  return {
    env: { databaseUrl: null, dataDir, secret: null },
    remove: async () => rmSync(dataDir, { recursive: true, force: true }),
  };
}

async function makePostgres(template = "template1"): Promise<DatabaseLocation> {
  const server = process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres";
  const name = `frontdesk_test_${randomBytes(6).toString("hex")}`;
  await run(server, `create database ${name} template ${template}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` });
  // A busy machine is slow, so connections get a minute.
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
