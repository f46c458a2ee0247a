import { randomBytes } from "node:crypto";
import pg from "pg";
import { engines } from "./database.ts";
import { startMailbox } from "./mailbox.ts";
import { startOpenIdProvider } from "./openid-provider.ts";
import { findTestPort } from "./port.ts";
import { needPostgres } from "./postgres.ts";
import { preferMemory } from "./quick-disk.ts";
import { startSite } from "./site.ts";
import { admin } from "./staff.ts";

/** Starts a site with sample content on each engine of the run, for all end-to-end tests. @returns stops and removes them */
export default async function startSites(): Promise<() => Promise<void>> {
  preferMemory();
  const [mailbox, provider] = await Promise.all([startMailbox(), startOpenIdProvider()]);
  const env = {
    // Tests set X-Forwarded-For, so that rate limits of one test do not affect another.
    TRUST_PROXY: "127.0.0.1",
    // Webhook receivers of tests run on this machine.
    WEBHOOKS_PRIVATE: "on",
    SMTP_URL: mailbox.smtpUrl,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    MAIL_FROM: "Kolpona <hello@kolpona.example>",
    GOOGLE_CLIENT_ID: provider.settings.clientId,
    GOOGLE_CLIENT_SECRET: provider.settings.clientSecret,
    GOOGLE_DISCOVERY_URL: provider.settings.discoveryUrl,
  };
  const start = { sqlite: startOnSqlite, postgres: startOnPostgres };
  const stops = await Promise.all(engines.map((engine) => start[engine](env)));
  process.env.MAILBOX_URL = mailbox.url;
  process.env.PROVIDER_URL = new URL(provider.settings.discoveryUrl).origin;
  return async () => {
    await Promise.all([...stops.map((stop) => stop()), mailbox.stop()]);
    provider.stop();
  };
}

type Stop = () => Promise<unknown>;

async function startOnSqlite(env: Record<string, string>): Promise<Stop> {
  const site = await startNamed(env, true);
  process.env.SITE_SQLITE = site.publicUrl;
  process.env.SITE_SQLITE_DATA = site.dataDir;
  return () => site.stop();
}

async function startOnPostgres(env: Record<string, string>): Promise<Stop> {
  const server = await needPostgres();
  const name = `frontdesk_e2e_${randomBytes(6).toString("hex")}`;
  await run(server.url, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  const site = await startNamed({
    ...env,
    DATABASE_URL: databaseUrl,
    SECRET: randomBytes(32).toString("hex"),
  });
  process.env.SITE_POSTGRES = site.publicUrl;
  process.env.SITE_POSTGRES_DATABASE = databaseUrl;
  return async () => {
    await site.stop();
    await run(server.url, `drop database ${name} with (force)`);
    server.stop();
  };
}

/** Starts a site at `localhost`, because passkeys need a host name. */
async function startNamed(env: Record<string, string>, copiesSample = false) {
  const port = await findTestPort();
  const publicUrl = `http://localhost:${port}`;
  return { ...(await startSite({ port, env: { ...env, PUBLIC_URL: publicUrl }, copiesSample })), publicUrl };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
