import { randomBytes } from "node:crypto";
import pg from "pg";
import { needPostgres } from "./postgres.ts";
import { startSite } from "./site.ts";

/** Two sites with sample content, one on each engine, for all end-to-end tests; gone afterwards. */
export default async function startSites(): Promise<() => Promise<void>> {
  const server = await needPostgres();
  const name = `frontdesk_e2e_${randomBytes(6).toString("hex")}`;
  await run(server.url, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  // Visitors of the tests say by X-Forwarded-For who they are, so that one test's limits don't meet another's.
  const env = { TRUST_PROXY: "127.0.0.1" };
  const [embedded, onPostgres] = await Promise.all([
    startSite({ env }),
    startSite({
      env: { ...env, DATABASE_URL: databaseUrl, SECRET: "a secret for tests that is long enough" },
    }),
  ]);
  process.env.SITE_SQLITE = embedded.url;
  process.env.SITE_SQLITE_DATA = embedded.dataDir;
  process.env.SITE_POSTGRES = onPostgres.url;
  return async () => {
    await Promise.all([embedded.stop(), onPostgres.stop()]);
    await run(server.url, `drop database ${name} with (force)`);
    server.stop();
  };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
