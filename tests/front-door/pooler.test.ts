import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPostgres } from "#app/platform/database/engines/postgres/open.ts";
import { makeDatabase, testSecret } from "../support/database.ts";
import { startPgbouncer } from "../support/pgbouncer.ts";
import { findTestPort } from "../support/port.ts";
import { signInAt } from "../support/signed-in.ts";
import { type RunningSite, startSite } from "../support/site.ts";

const admin = { email: "rahima@kolpona.example", password: "seven green mango crates" };

async function makePooled(settings: readonly string[] = []): Promise<string> {
  const made = await makeDatabase("postgres");
  onTestFinished(made.remove);
  const pooler = await startPgbouncer(made.env.databaseUrl ?? "", settings);
  onTestFinished(pooler.stop);
  return pooler.url;
}

async function signIn(site: RunningSite) {
  const cookie = await signInAt(site.url, admin);
  return (path: string, body: object) =>
    fetch(`${site.url}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: site.url, cookie },
      body: JSON.stringify(body),
    });
}

const readBlog = async ({ url }: RunningSite) => (await fetch(`${url}/blog`)).text();

test("instances behind a transaction-mode PgBouncer start empty and share published changes", async () => {
  const databaseUrl = await makePooled();
  const ports = [await findTestPort(), await findTestPort()];
  const env = {
    DATABASE_URL: databaseUrl,
    SECRET: testSecret,
    SAMPLE_CONTENT: "off",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    PUBLIC_URL: `http://127.0.0.1:${ports[0]}`,
  };
  const [first, second] = await Promise.all(ports.map((port) => startSite({ port, env })));
  if (!first || !second) throw new Error("two instances are needed");
  for (const site of [first, second]) onTestFinished(async () => void (await site.stop()));
  expect(await readBlog(second)).not.toContain("Rain in Sylhet");
  const send = await signIn(first);
  const draft = await send("/blogs", { title: "Rain in Sylhet" });
  const { _id } = await draft.json();
  expect((await send(`/blogs/${_id}/publish`, { reason: "It is a test of ours" })).status).toBe(200);
  await vi.waitFor(async () => expect(await readBlog(second)).toContain("Rain in Sylhet"), {
    timeout: 100_000,
    interval: 100,
  });
});

test.each([
  { pooler: "a pooler that rejects limits", settings: [] },
  {
    pooler: "a pooler that ignores limits",
    settings: ["ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout"],
  },
])("with $pooler, transactions keep their settings and changes are polled", async ({ settings }) => {
  const databaseUrl = await makePooled(settings);
  const { query, changes, close } = openPostgres(databaseUrl, () => {}, { statementMs: 300 });
  onTestFinished(() => close());
  const slow = query.transaction().execute((tx) => sql`select pg_sleep(30)`.execute(tx));
  await expect(slow).rejects.toMatchObject({ code: "57014" });
  changes.onChange(() => {});
  await vi.waitFor(() => expect(changes.readStatus().way).toBe("polling"), 60_000);
  const { rows } = await sql<{
    limit: string;
  }>`select current_setting('statement_timeout') as limit`.execute(query);
  expect(rows).toEqual([{ limit: "0" }]);
});

test("exclusive work behind a pooler runs serially and leaves no lock", async () => {
  const databaseUrl = await makePooled();
  const [first, second] = [1, 2].map(() => openPostgres(databaseUrl, () => {}));
  if (!first || !second) throw new Error("two connections are needed");
  for (const { close } of [first, second]) onTestFinished(close);
  let running = 0;
  const work = async () => {
    running += 1;
    expect(running).toBe(1);
    await sql`select pg_sleep(0.2)`.execute(first.query);
    running -= 1;
  };
  await Promise.all([first, second, first].map(({ locks }) => locks.runExclusively("a test", work)));
  const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(first.query);
  expect(rows).toEqual([]);
});
