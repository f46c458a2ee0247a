import { randomBytes } from "node:crypto";
import pg from "pg";
import { startMailbox } from "./mailbox.ts";
import { startOpenIdProvider } from "./openid-provider.ts";
import { findTestPort } from "./port.ts";
import { needPostgres } from "./postgres.ts";
import { preferMemory } from "./quick-disk.ts";
import { startSite } from "./site.ts";
import { admin } from "./staff.ts";

/** Two sites with sample content, one on each engine, for all end-to-end tests; gone afterwards. */
export default async function startSites(): Promise<() => Promise<void>> {
  preferMemory();
  const server = await needPostgres();
  const name = `frontdesk_e2e_${randomBytes(6).toString("hex")}`;
  await run(server.url, `create database ${name}`);
  const databaseUrl = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
  const [mailbox, provider] = await Promise.all([startMailbox(), startOpenIdProvider()]);
  const env = {
    // Visitors of the tests say by X-Forwarded-For who they are, so that one test's limits don't meet another's.
    TRUST_PROXY: "127.0.0.1",
    // The programs that tests tell things run on this machine.
    WEBHOOKS_PRIVATE: "on",
    SMTP_URL: mailbox.smtpUrl,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    MAIL_FROM: "Kolpona <hello@kolpona.example>",
    GOOGLE_CLIENT_ID: provider.settings.clientId,
    GOOGLE_CLIENT_SECRET: provider.settings.clientSecret,
    GOOGLE_DISCOVERY_URL: provider.settings.discoveryUrl,
  };
  const [embedded, onPostgres] = await Promise.all([
    startNamed(env),
    startNamed({ ...env, DATABASE_URL: databaseUrl, SECRET: randomBytes(32).toString("hex") }),
  ]);
  process.env.SITE_SQLITE = embedded.publicUrl;
  process.env.SITE_SQLITE_DATA = embedded.dataDir;
  process.env.SITE_POSTGRES = onPostgres.publicUrl;
  process.env.SITE_POSTGRES_DATABASE = databaseUrl;
  process.env.MAILBOX_URL = mailbox.url;
  process.env.PROVIDER_URL = new URL(provider.settings.discoveryUrl).origin;
  return async () => {
    await Promise.all([embedded.stop(), onPostgres.stop(), mailbox.stop()]);
    provider.stop();
    await run(server.url, `drop database ${name} with (force)`);
    server.stop();
  };
}

/** By the name of this machine: passkeys belong to names, not to numbers. */
async function startNamed(env: Record<string, string>) {
  const port = await findTestPort();
  const publicUrl = `http://localhost:${port}`;
  return { ...(await startSite({ port, env: { ...env, PUBLIC_URL: publicUrl } })), publicUrl };
}

async function run(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
