import { randomBytes } from "node:crypto";
import { openDatabase } from "../../app/platform/database/open.ts";
import { findTestPort } from "../../tests/support/port.ts";
import { needPostgres } from "../../tests/support/postgres.ts";
import { type RunningSite, startSite } from "../../tests/support/site.ts";
import { table, writeResults } from "../bench/support/results.ts";
import { type MailServerMode, startFlakyMailServer } from "./support/flaky-mail-server.ts";
import { makePlace, type Place, pause } from "./support/place.ts";

/**
 * `npm run faults:mail [seconds] [engine]`: sends mail while the server refuses connections, hangs, disconnects, is busy or slow,
 * each for the given seconds, and kills the site twice. Reports lost and repeated mails.
 */
const seconds = Number(process.argv[2] ?? 180);
const modes: readonly MailServerMode[] = ["refusing", "hanging", "dropping", "busy", "slow"];
const messageCount = 300;
const badAddresses = 5;
/** Staff address: notified of each message up to an hourly limit, of others in a summary. */
const office = "office@kolpona.example";
const noticesAtOnce = 30;
const patienceMs = 5 * 60_000;
const secret = randomBytes(32).toString("hex");
const wantedEngine = process.argv[3];
let hasPassed = true;

const head = [
  "stored messages",
  "delivered mails",
  "staff notifications",
  "delivery after recovery, s",
  "duplicates",
  "form p95, ms",
  "failed mails",
];
const server = await needPostgres();
for (const engine of ["sqlite", "postgres"] as const) {
  if (wantedEngine !== undefined && wantedEngine !== engine) continue;
  await using place = await makePlace(engine, server.url);
  const seen = await breakMail(place);
  process.stdout.write(`${engine}: ${JSON.stringify(seen)}\n`);
  const title = `Mail server failures, ${seconds} s each: ${modes.join(", ")}; site killed twice: ${engine}`;
  writeResults([{ name: `mail-faults-${engine}`, title, text: table(head, [Object.values(seen)]) }]);
}
server.stop();
process.exitCode = hasPassed ? 0 : 1;

async function breakMail(place: Place) {
  const mail = await startFlakyMailServer();
  const port = await findTestPort();
  const start = () =>
    startSite({
      port,
      dataDir: place.dataDir,
      env: {
        SAMPLE_CONTENT: "off",
        TRUST_PROXY: "127.0.0.1",
        MAIL_FROM: "Kolpona <hello@kolpona.example>",
        SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
        ADMIN_EMAIL: office,
        ADMIN_PASSWORD: "rain boats on the padma",
        ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl, SECRET: secret } : {}),
      },
    });
  let site = await start();
  const url = site.url;
  const killAndStart = async () => {
    await site.stop("SIGKILL");
    site = await start();
  };
  const writing = writeMessages(url);
  for (const mode of modes) {
    await mail.change(mode);
    process.stdout.write(`  ${place.engine}: ${mode}\n`);
    const isKilled = mode === "hanging" || mode === "slow";
    await pause(seconds * (isKilled ? 500 : 1000));
    if (!isKilled) continue;
    await killAndStart();
    await pause(seconds * 500);
  }
  const { sent, times } = await writing;
  await mail.change("fine");
  const recoveredAt = Date.now();
  const addresses = sent.filter((to) => !to.startsWith("nobody"));
  const arrived = () => new Set(mail.accepted.map(({ to }) => to));
  const atOffice = () =>
    new Set(mail.accepted.filter(({ to }) => to === office).map((one) => one.messageId)).size;
  const hasAllArrived = () => addresses.every((to) => arrived().has(to)) && atOffice() >= noticesAtOnce;
  while (Date.now() < recoveredAt + patienceMs && !hasAllArrived()) await pause(200);
  const took = (Date.now() - recoveredAt) / 1000;
  const delivered = addresses.filter((to) => arrived().has(to)).length;
  const doubles = mail.accepted.length - new Set(mail.accepted.map(({ messageId }) => messageId)).size;
  await waitForFailed(place, site);
  await site.stop();
  await mail.stop();
  const state = await readStored(place);
  const stored = sent.filter((to) => state.senders.has(to)).length;
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  hasPassed &&= stored === sent.length && delivered === addresses.length && doubles <= 2 && p95 <= 300;
  hasPassed &&= state.notified >= noticesAtOnce && state.notified + state.inSummary === sent.length;
  hasPassed &&= state.failed.length === badAddresses && new Set(state.failed).size === badAddresses;
  return {
    stored: `${stored} of ${sent.length}`,
    delivered: `${delivered} of ${addresses.length}`,
    notified: `${state.notified} immediately, ${state.inSummary} in the next summary`,
    after: took.toFixed(0),
    doubles: String(doubles),
    p95: p95.toFixed(0),
    failed: `${state.failed.length} for ${badAddresses} bad addresses`,
  };
}

/** Sends messages at a steady rate; repeats unacknowledged ones, such as during a restart. */
async function writeMessages(url: string): Promise<{ sent: string[]; times: number[] }> {
  const everyMs = (seconds * modes.length * 1000) / (messageCount + badAddresses);
  const sent: string[] = [];
  const times: number[] = [];
  const begin = Date.now();
  for (let n = 0; n < messageCount + badAddresses; n += 1) {
    const to = `${n % 61 === 60 ? "nobody" : "person"}-${n}@company.example`;
    await pause(begin + n * everyMs - Date.now());
    for (let key = randomBytes(9).toString("base64url"); ; await pause(250)) {
      const before = performance.now();
      const isAcknowledged = await send(url, to, key).catch(() => false);
      if (!isAcknowledged) continue;
      times.push(performance.now() - before);
      sent.push(to);
      break;
    }
  }
  return { sent, times };
}

async function send(url: string, email: string, key: string): Promise<boolean> {
  const address = `198.18.${Math.floor(Math.random() * 255)}.${Math.floor(Math.random() * 255)}`;
  const answer = await fetch(`${url}/api/contact`, {
    method: "POST",
    body: JSON.stringify({ name: "Rahim", email, message: `Hello from ${email}`, consent: true }),
    headers: { "content-type": "application/json", "x-forwarded-for": address, "idempotency-key": key },
  });
  return answer.status === 201;
}

async function waitForFailed(place: Place, site: RunningSite): Promise<void> {
  if (place.databaseUrl === null) return pause(3000);
  for (let tries = 0; tries < 50; tries += 1) {
    if ((await readStored(place)).failed.length >= badAddresses) return;
    await pause(200);
  }
  process.stdout.write(site.output().slice(-2000));
}

async function readStored({ dataDir, databaseUrl }: Place) {
  await using open = await openDatabase({ dataDir, databaseUrl }, "a fault test", () => {});
  const { query } = open.db;
  const messages = await query.selectFrom("leads").select("email").execute();
  const failed = await query
    .selectFrom("outbox")
    .select("to_address")
    .where("status", "=", "failed")
    .execute();
  const notices = await query
    .selectFrom("notices")
    .leftJoin("outbox", "outbox.id", "notices.mail_id")
    .select(["notices.mail_id", "outbox.status"])
    .where("notices.event", "=", "message")
    .execute();
  return {
    notified: notices.filter(({ status }) => status === "sent").length,
    inSummary: notices.filter(({ mail_id }) => mail_id === null).length,
    senders: new Set(messages.map(({ email }) => email)),
    failed: failed.map(({ to_address }) => to_address),
  };
}
