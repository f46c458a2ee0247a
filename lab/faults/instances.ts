import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import sharp from "sharp";
import { someReaders } from "../../app/domain/newsletter/newsletter.fixture.ts";
import { openDatabase } from "../../app/platform/database/open.ts";
import { testSecret } from "../../tests/support/database.ts";
import { openDatabaseProxy } from "../../tests/support/database-proxy.ts";
import { countMails, type Mailbox, startMailbox } from "../../tests/support/mailbox.ts";
import { startNginx } from "../../tests/support/nginx.ts";
import { startPgbouncer } from "../../tests/support/pgbouncer.ts";
import { findTestPort } from "../../tests/support/port.ts";
import { needPostgres, startPostgresPair } from "../../tests/support/postgres.ts";
import { signInAt } from "../../tests/support/signed-in.ts";
import { type RunningSite, startSite } from "../../tests/support/site.ts";
import { table, writeResults } from "../bench/support/results.ts";
import { ask, makePlace, pause } from "./support/place.ts";
import { sendMessage } from "./support/traffic.ts";

/**
 * `npm run faults:instances [seconds] [rounds] [test]`: two instances on one PostgreSQL behind nginx, with PgBouncer, lost and
 * cut connections, killed and restarted instances, and a standby promoted after the database was killed. Reports the delay until
 * one instance shows a publication of the other, failed reads and lost acknowledged writes.
 */
const seconds = Number(process.argv[2] ?? 60);
const rounds = Number(process.argv[3] ?? 20);
const publications = 40;
const readers = 60;
const admin = { email: "rahima@kolpona.example", password: "seven green mango crates" };
const pages = ["/", "/blog", "/contact", "/portfolio"];
/** Maximum number of failed reads per thousand when an instance is killed. */
const failedPerThousand = 1;

/** Name of the only test; without it, all run and the results are written. */
const only = process.argv[4];

const tests: Record<string, { name: string; run(databaseUrl: string): Promise<string> }> = {
  fresh: { name: "delay until the other instance shows a publication", run: measureFreshness },
  pooler: {
    name: "the same behind PgBouncer in transaction mode",
    async run(databaseUrl) {
      const pooler = await startPgbouncer(databaseUrl);
      const result = await measureFreshness(pooler.url);
      await pooler.stop();
      return result;
    },
  },
  away: { name: `one instance without database connection for ${seconds} s`, run: disconnectOne },
  cut: { name: `all connections cut every second for ${seconds} s`, run: cutConnections },
  kill: { name: `one of two instances killed with SIGKILL, ${rounds} times`, run: killOne },
  restart: { name: `rolling restarts, ${rounds} times`, run: restart },
  shared: { name: "events, uploads and a newsletter through nginx", run: testShared },
  standby: { name: "PostgreSQL killed, its standby promoted after 3 s", run: promoteStandby },
};

const server = await needPostgres();
const rows: string[][] = [];
let hasPassed = true;
try {
  await using place = await makePlace("postgres", server.url);
  for (const [key, { name, run }] of Object.entries(tests))
    if (only === undefined || only === key) rows.push([name, await run(place.databaseUrl ?? "")]);
} finally {
  server.stop();
}
const text = table(["test", "result"], rows);
if (only === undefined)
  writeResults([{ name: "instance-faults", title: "Two instances on one PostgreSQL", text }]);
else process.stdout.write(`${text}\n`);
process.exitCode = hasPassed ? 0 : 1;

interface Pair extends AsyncDisposable {
  proxy: string;
  ports: number[];
  sites: RunningSite[];
  start(at: number): Promise<RunningSite>;
  send(origin: string, path: string, body: object): Promise<Response>;
  /** Cookie of the signed-in admin. */
  cookie: string;
}

/**
 * Starts two instances behind nginx.
 * @param urls database addresses of the two
 * @param more settings of both
 */
async function startPair(urls: readonly [string, string], more: Record<string, string> = {}): Promise<Pair> {
  const ports = [await findTestPort(), await findTestPort()];
  const proxyPort = await findTestPort();
  const proxyUrl = `http://127.0.0.1:${proxyPort}`;
  const start = (at: number) =>
    startSite({
      port: ports[at] ?? 0,
      env: {
        DATABASE_URL: urls[at] ?? "",
        SECRET: testSecret,
        FILES_URL: "postgres:",
        SAMPLE_CONTENT: "off",
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        PUBLIC_URL: proxyUrl,
        TRUST_PROXY: "127.0.0.1",
        METRICS_TOKEN: testSecret,
        ...more,
      },
    });
  const sites = await Promise.all([start(0), start(1)]);
  const nginx = await startNginx(ports, proxyPort);
  const cookie = await signInAt(nginx.url, admin, { origin: proxyUrl });
  const send = (origin: string, path: string, body: object) =>
    fetch(`${origin}/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: proxyUrl, cookie },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    });
  return {
    proxy: nginx.url,
    ports,
    sites,
    start,
    cookie,
    send,
    async [Symbol.asyncDispose]() {
      await nginx.stop();
      await Promise.all(sites.map((site) => site.stop()));
    },
  };
}

/** Milliseconds from the response to the publication until the other instance shows it. */
async function publishAndWait({ sites, send }: Pair, title: string): Promise<number> {
  const [one, other] = sites;
  if (!one || !other) throw new Error("Two instances are needed");
  const draft = await (await send(one.url, "/blogs", { title })).json();
  await (await fetch(`${other.url}/blog`)).text();
  const published = await send(one.url, `/blogs/${draft._id}/publish`, { reason: "A test" });
  const at = performance.now();
  if (published.status !== 200) throw new Error(`Publishing returned ${published.status}`);
  await waitUntilShown(other, title);
  return performance.now() - at;
}

async function waitUntilShown({ url }: RunningSite, title: string): Promise<void> {
  while (!(await (await fetch(`${url}/blog`)).text()).includes(title)) await pause(5);
}

async function measureFreshness(databaseUrl: string): Promise<string> {
  await using pair = await startPair([databaseUrl, databaseUrl]);
  const times: number[] = [];
  for (let n = 0; n < publications; n += 1)
    times.push(await publishAndWait(pair, `Rain ${times.length} ${Date.now()}`));
  times.sort((a, b) => a - b);
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  check(p95 <= 2000);
  return `median ${Math.round(times[times.length >> 1] ?? 0)} ms, p95 ${Math.round(p95)} ms, maximum ${Math.round(times.at(-1) ?? 0)} ms (${times.length} posts)`;
}

/** Disconnects one instance from the database while the other publishes. */
async function disconnectOne(databaseUrl: string): Promise<string> {
  const proxy = await openDatabaseProxy(new URL(databaseUrl));
  await using pair = await startPair([databaseUrl, proxy.url]);
  const [one, other] = pair.sites;
  if (!one || !other) throw new Error("Two instances are needed");
  for (const path of ["/", "/contact", "/about", "/blog"]) await (await fetch(other.url + path)).text();
  const rendered = await countRenders(other);
  proxy.cut();
  const title = `Away ${Date.now()}`;
  const draft = await (await pair.send(one.url, "/blogs", { title })).json();
  await pair.send(one.url, `/blogs/${draft._id}/publish`, { reason: "A test" });
  await pause(seconds * 1000);
  const isStillServed = (await fetch(`${other.url}/contact`)).status === 200;
  proxy.restore();
  const restoredAt = performance.now();
  while (!(await fetch(`${other.url}/readyz`)).ok) await pause(10);
  await waitUntilShown(other, title);
  const freshMs = performance.now() - restoredAt;
  for (const path of ["/", "/contact", "/about"]) await (await fetch(other.url + path)).text();
  const again = (await countRenders(other)) - rendered;
  proxy.close();
  // Broken connections are retried every second.
  check(isStillServed && freshMs <= 3000);
  return `cached pages ${isStillServed ? "served" : "NOT served"} meanwhile, up to date after ${Math.round(freshMs)} ms, ${again} pages rendered again`;
}

async function countRenders({ url }: RunningSite): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${testSecret}` } });
  const counts = [...(await answer.text()).matchAll(/^frontdesk_render_seconds_count(?:\{[^}]*\})? (\d+)/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

interface Traffic {
  reads: number;
  failedReads: number;
  acknowledged: string[];
  failedWrites: number;
  /** `performance.now()` of the last acknowledged write. */
  wroteAt: number;
  stop(): Promise<void>;
}

/** Three readers and one writer, through the proxy. */
function startTraffic({ proxy, send }: Pair): Traffic {
  let isStopped = false;
  const seen: Traffic = {
    reads: 0,
    failedReads: 0,
    acknowledged: [],
    failedWrites: 0,
    wroteAt: performance.now(),
    stop: async () => {
      isStopped = true;
      await Promise.all(all);
    },
  };
  const read = async () => {
    for (let n = 0; !isStopped; n += 1) {
      const answer = await fetch(proxy + pages[n % pages.length], {
        signal: AbortSignal.timeout(15_000),
      }).catch(() => null);
      const text = await answer?.text().catch(() => null);
      seen.reads += 1;
      if (!answer?.ok || text == null) seen.failedReads += 1;
      await pause(10);
    }
  };
  const write = async () => {
    for (let n = 0; !isStopped; n += 1) {
      const answer = await send(proxy, "/blogs", { title: `Written ${n} ${Date.now()}` }).catch(() => null);
      const body = answer?.status === 201 ? await answer.json().catch(() => null) : null;
      if (body) {
        seen.acknowledged.push(body._id);
        seen.wroteAt = performance.now();
      } else seen.failedWrites += 1;
      await pause(100);
    }
  };
  const all = [read(), read(), read(), write()];
  return seen;
}

async function settle(traffic: Traffic, databaseUrl: string, most: number): Promise<string> {
  await traffic.stop();
  const { rows: found } = await ask<{ id: string }>(databaseUrl, "select id from entries");
  const stored = new Set(found.map(({ id }) => id));
  const lost = traffic.acknowledged.filter((id) => !stored.has(id)).length;
  check(lost === 0 && traffic.acknowledged.length > 0);
  check(traffic.failedReads <= (traffic.reads * most) / 1000);
  return `${traffic.reads} reads, ${traffic.failedReads} failed; ${traffic.acknowledged.length} writes acknowledged, ${lost} lost; ${traffic.failedWrites} writes refused`;
}

async function cutConnections(databaseUrl: string): Promise<string> {
  await using pair = await startPair([databaseUrl, databaseUrl]);
  for (const { url } of pair.sites) for (const path of pages) await (await fetch(url + path)).text();
  const traffic = startTraffic(pair);
  for (let n = 0; n < seconds; n += 1) {
    await ask(
      databaseUrl,
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await pause(1000);
  }
  const recoveryMs = await timeUntilWritten(traffic);
  check(recoveryMs <= 10_000);
  return `${await settle(traffic, databaseUrl, 0)}; writes recovered after ${Math.round(recoveryMs)} ms`;
}

async function killOne(databaseUrl: string): Promise<string> {
  await using pair = await startPair([databaseUrl, databaseUrl]);
  const traffic = startTraffic(pair);
  for (let round = 0; round < rounds; round += 1) {
    const at = round % 2;
    await pair.sites[at]?.stop("SIGKILL");
    await pause(1000);
    pair.sites[at] = await pair.start(at);
    await pause(3000);
  }
  return settle(traffic, databaseUrl, failedPerThousand);
}

/** Restarts the instances in turn, as docs/operate.md describes, after the proxy uses the previous one again. */
async function restart(databaseUrl: string): Promise<string> {
  await using pair = await startPair([databaseUrl, databaseUrl]);
  const traffic = startTraffic(pair);
  for (let round = 0; round < rounds; round += 1) {
    const at = round % 2;
    await pair.sites[at]?.stop();
    pair.sites[at] = await pair.start(at);
    await pause(3000);
  }
  return settle(traffic, databaseUrl, 0);
}

/** Tests staff and reader actions across instances through the proxy. */
async function testShared(databaseUrl: string): Promise<string> {
  const mailbox = await startMailbox();
  try {
    await using pair = await startPair([databaseUrl, databaseUrl], {
      SMTP_URL: mailbox.smtpUrl,
      MAIL_FROM: "hello@kolpona.example",
    });
    return [
      await testEvents(pair),
      await uploadTwice(pair),
      await sendNewsletter(pair, databaseUrl, mailbox),
    ].join("; ");
  } finally {
    await mailbox.stop();
  }
}

/** Tests that a message at one instance reaches four listeners, two on each instance. */
async function testEvents({ proxy, cookie }: Pair): Promise<string> {
  const stop = new AbortController();
  const listeners = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const headers = { accept: "text/event-stream", cookie };
      const { body } = await fetch(`${proxy}/api/contact/events`, { headers, signal: stop.signal });
      return body?.pipeThrough(new TextDecoderStream());
    }),
  );
  // Earlier events only confirm the connections.
  await pause(1000);
  const received = listeners.map(async (stream) => {
    let text = "";
    for await (const part of stream ?? []) {
      text += part;
      if (/^data: .*[0-9a-f]{8}-/m.test(text)) return performance.now();
    }
    return Number.POSITIVE_INFINITY;
  });
  const sentAt = performance.now();
  if ((await sendMessage(proxy, "Listened")) === null) throw new Error("The message was refused");
  const slowest = Math.max(...(await Promise.all(received))) - sentAt;
  stop.abort();
  check(slowest <= 3000);
  return `4 listeners receive a message within ${Math.round(slowest)} ms`;
}

/** Sends one upload with one key to both instances at once, like a repeated request. */
async function uploadTwice({ sites, proxy, cookie }: Pair): Promise<string> {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#1d4e89" } })
    .png()
    .toBuffer();
  const key = randomUUID();
  const answers = await Promise.all(
    sites.map(async ({ url }) => {
      const body = new FormData();
      body.append("file", new Blob([bytes], { type: "image/png" }), "harbour.png");
      const headers = { origin: proxy, cookie, "idempotency-key": key };
      const answer = await fetch(`${url}/api/files`, { method: "POST", headers, body });
      return answer.json();
    }),
  );
  const [one, other] = answers.map(({ files }) => files?.[0]?.file);
  const isOne = one !== undefined && one._id === other?._id;
  const { pathname } = new URL(one?.url ?? proxy);
  const shown = await Promise.all(
    sites.map(async ({ url }) => Buffer.from(await (await fetch(url + pathname)).arrayBuffer())),
  );
  const isShown = shown.every((picture) => picture.length > 0 && shown[0]?.equals(picture));
  check(isOne && isShown);
  return `an upload sent to both at once creates ${isOne ? "one file" : "NOT one file"}, ${isShown ? "identical" : "NOT identical"} on both`;
}

/** Sends a newsletter to sixty readers from one instance while both deliver mail. */
async function sendNewsletter({ proxy, send }: Pair, databaseUrl: string, mailbox: Mailbox): Promise<string> {
  const place = { databaseUrl, dataDir: tmpdir(), secret: testSecret, previousSecrets: [] };
  await using open = await openDatabase(place, "a fault test", () => {});
  await someReaders(open.db, readers);
  const before = await countMails(mailbox.url);
  const draft = await (
    await send(proxy, "/newsletters", { subject: "Rain", body: { markdown: "It rains." } })
  ).json();
  const sent = await send(proxy, `/newsletters/${draft._id}/send`, {});
  if (!sent.ok) throw new Error(`Sending returned ${sent.status}`);
  const endsAt = performance.now() + 120_000;
  const countNew = async () => {
    const { all, different } = await countMails(mailbox.url);
    return { all: all - before.all, different: different - before.different };
  };
  while ((await countNew()).different < readers && performance.now() < endsAt) await pause(200);
  // Waits for duplicates.
  await pause(5000);
  const { all, different } = await countNew();
  check(all === readers && different === readers);
  return `a newsletter to ${readers} readers: ${all} mails to ${different} addresses`;
}

/** Kills the primary, promotes the standby and redirects connections to it, as a floating IP address does. */
async function promoteStandby(): Promise<string> {
  const servers = await startPostgresPair();
  const proxy = await openDatabaseProxy(servers.first);
  try {
    await using pair = await startPair([proxy.url, proxy.url]);
    for (const { url } of pair.sites) for (const path of pages) await (await fetch(url + path)).text();
    const traffic = startTraffic(pair);
    await pause(5000);
    servers.killFirst();
    await pause(3000);
    servers.promote();
    proxy.redirectTo(servers.standby);
    const recoveryMs = await timeUntilWritten(traffic);
    await pause(5000);
    check(recoveryMs <= 10_000);
    return `${await settle(traffic, servers.standby.href, 0)}; writes recovered after ${Math.round(recoveryMs)} ms`;
  } finally {
    proxy.close();
    servers.stop();
  }
}

/** Milliseconds until the next acknowledged write. */
async function timeUntilWritten({ acknowledged }: Traffic): Promise<number> {
  const endedAt = performance.now();
  const before = acknowledged.length;
  while (acknowledged.length === before && performance.now() - endedAt < 30_000) await pause(20);
  return performance.now() - endedAt;
}

function check(isTrue: boolean): void {
  if (!isTrue) hasPassed = false;
}
