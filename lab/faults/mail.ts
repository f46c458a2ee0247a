import { randomBytes } from "node:crypto";
import { openDatabase } from "../../app/platform/database/open.ts";
import { findTestPort } from "../../tests/support/port.ts";
import { needPostgres } from "../../tests/support/postgres.ts";
import { type RunningSite, startSite } from "../../tests/support/site.ts";
import { table, writeResults } from "../bench/support/results.ts";
import { type Mood, startFlakyMailServer } from "./support/flaky-mail-server.ts";
import { makePlace, type Place, pause } from "./support/place.ts";

/**
 * `npm run faults:mail [seconds] [engine]`: sends through a mail server that refuses, hangs, disconnects, is busy and is slow,
 * each for the given seconds, while the process is killed twice. Reports lost and repeated mails.
 */
const seconds = Number(process.argv[2] ?? 180);
const moods: readonly Mood[] = ["refusing", "hanging", "dropping", "busy", "slow"];
const wanted = 300;
const strangers = 5;
/** Address notified of each message: up to an hourly limit at once, the others in the next summary. */
const office = "office@kolpona.example";
const noticesAtOnce = 30;
const patienceMs = 5 * 60_000;
const secret = randomBytes(32).toString("hex");
const wantedEngine = process.argv[3];
let isWhole = true;

const head = [
  "stored",
  "delivered",
  "told to staff",
  "seconds after its return",
  "doubles",
  "form p95 (ms)",
  "failed mail",
];
const server = await needPostgres();
for (const engine of ["sqlite", "postgres"] as const) {
  if (wantedEngine !== undefined && wantedEngine !== engine) continue;
  await using place = await makePlace(engine, server.url);
  const seen = await breakMail(place);
  process.stdout.write(`${engine}: ${JSON.stringify(seen)}\n`);
  const title = `Failing mail server, ${seconds} s each of ${moods.join(", ")}; two kills: ${engine}`;
  writeResults([{ name: `mail-faults-${engine}`, title, text: table(head, [Object.values(seen)]) }]);
}
server.stop();
process.exitCode = isWhole ? 0 : 1;

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
  for (const mood of moods) {
    await mail.change(mood);
    process.stdout.write(`  ${place.engine}: ${mood}\n`);
    const isKilled = mood === "hanging" || mood === "slow";
    await pause(seconds * (isKilled ? 500 : 1000));
    if (!isKilled) continue;
    await killAndStart();
    await pause(seconds * 500);
  }
  const { sent, times } = await writing;
  await mail.change("fine");
  const back = Date.now();
  const addresses = sent.filter((to) => !to.startsWith("nobody"));
  const arrived = () => new Set(mail.taken.map(({ to }) => to));
  const atOffice = () =>
    new Set(mail.taken.filter(({ to }) => to === office).map((one) => one.messageId)).size;
  const isAllThere = () => addresses.every((to) => arrived().has(to)) && atOffice() >= noticesAtOnce;
  while (Date.now() < back + patienceMs && !isAllThere()) await pause(200);
  const took = (Date.now() - back) / 1000;
  const delivered = addresses.filter((to) => arrived().has(to)).length;
  const doubles = mail.taken.length - new Set(mail.taken.map(({ messageId }) => messageId)).size;
  await waitForFailed(place, site);
  await site.stop();
  await mail.stop();
  const state = await readStored(place);
  const stored = sent.filter((to) => state.senders.has(to)).length;
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
  isWhole &&= stored === sent.length && delivered === addresses.length && doubles <= 2 && p95 <= 300;
  isWhole &&= state.notified >= noticesAtOnce && state.notified + state.inSummary === sent.length;
  isWhole &&= state.failed.length === strangers && new Set(state.failed).size === strangers;
  return {
    stored: `${stored} of ${sent.length}`,
    delivered: `${delivered} of ${addresses.length}`,
    notified: `${state.notified} at once, ${state.inSummary} in the next summary`,
    after: took.toFixed(0),
    doubles: String(doubles),
    p95: p95.toFixed(0),
    failed: `${state.failed.length} for ${strangers} bad addresses`,
  };
}

/** Sends messages evenly over the time, and repeats unacknowledged ones, such as during a start. */
async function writeMessages(url: string): Promise<{ sent: string[]; times: number[] }> {
  const everyMs = (seconds * moods.length * 1000) / (wanted + strangers);
  const sent: string[] = [];
  const times: number[] = [];
  const begin = Date.now();
  for (let n = 0; n < wanted + strangers; n += 1) {
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
    if ((await readStored(place)).failed.length >= strangers) return;
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
