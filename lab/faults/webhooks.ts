import { randomBytes } from "node:crypto";
import { createWebhook } from "../../app/domain/webhooks/webhooks.ts";
import { write } from "../../app/platform/database/database.ts";
import { openDatabase } from "../../app/platform/database/open.ts";
import { findTestPort } from "../../tests/support/port.ts";
import { needPostgres } from "../../tests/support/postgres.ts";
import { startSite } from "../../tests/support/site.ts";
import {
  isSignedBy,
  type Received,
  type ReceiverAnswer,
  startReceiver,
} from "../../tests/support/webhook-receiver.ts";
import { table, writeResults } from "../bench/support/results.ts";
import { makePlace, type Place, pause } from "./support/place.ts";
import { startTraffic } from "./support/traffic.ts";

/**
 * `npm run faults:webhooks [seconds] [engine]`: sends events to a receiver that refuses, hangs and disconnects, each for the given
 * seconds, and to a healthy one, while the process is killed three times. Expects both to receive every event.
 */
const seconds = Number(process.argv[2] ?? 60);
const wantedEngine = process.argv[3];
const modes: readonly { name: string; answer: ReceiverAnswer }[] = [
  { name: "working", answer: 204 },
  { name: "refusing", answer: 503 },
  { name: "hanging", answer: null },
  { name: "disconnecting", answer: "cut" },
];
/** Time limit after the last fault; the fourth attempt starts 21 minutes after the first. */
const patienceMs = 25 * 60_000;
let hasPassed = true;

const head = [
  "acknowledged messages",
  "received by the failing receiver",
  "received by the healthy receiver",
  "delay of the healthy receiver: median, maximum, ms",
  "duplicates: failing, healthy",
  "wrong signatures",
  "delivery after recovery, s",
];
const server = await needPostgres();
for (const engine of ["sqlite", "postgres"] as const) {
  if (wantedEngine !== undefined && wantedEngine !== engine) continue;
  await using place = await makePlace(engine, server.url);
  const seen = await breakReceiver(place);
  process.stdout.write(`${engine}: ${JSON.stringify(seen)}\n`);
  const title = `Webhook receiver failures, ${seconds} s each: ${modes.map(({ name }) => name).join(", ")}; site killed three times: ${engine}`;
  writeResults([{ name: `webhook-faults-${engine}`, title, text: table(head, [Object.values(seen)]) }]);
}
server.stop();
process.exitCode = hasPassed ? 0 : 1;

async function breakReceiver(place: Place) {
  await using failing = await startReceiver();
  await using steady = await startReceiver();
  const port = await findTestPort();
  const secret = randomBytes(32).toString("hex");
  const start = () =>
    startSite({
      port,
      dataDir: place.dataDir,
      env: {
        SAMPLE_CONTENT: "off",
        TRUST_PROXY: "127.0.0.1",
        WEBHOOKS_PRIVATE: "on",
        SECRET: secret,
        ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl } : {}),
      },
    });
  await (await start()).stop();
  const [ofFailing, ofSteady] = await createWebhooks(place, secret, [failing.port, steady.port]);
  let site = await start();
  const traffic = startTraffic(site.url, { perSecond: 3, writeEvery: 1 });
  for (const { name, answer } of modes) {
    failing.state.answer = answer;
    process.stdout.write(`  ${place.engine}: ${name}\n`);
    await pause(seconds * 500);
    if (name !== "refusing") {
      await site.stop("SIGKILL");
      site = await start();
    }
    await pause(seconds * 500);
  }
  const { references } = await traffic.stop();
  failing.state.answer = 204;
  const back = Date.now();
  const isAllReceived = () =>
    [failing, steady].every(({ received }) => {
      const arrived = referencesIn(received);
      return references.every((reference) => arrived.has(reference));
    });
  while (!isAllReceived() && Date.now() < back + patienceMs) await pause(500);
  const after = Math.round((Date.now() - back) / 1000);
  await site.stop();
  const counts = [failing, steady].map(({ received }) => {
    const known = referencesIn(received);
    return references.filter((reference) => known.has(reference)).length;
  });
  const wrong =
    failing.received.filter((one) => !isSignedBy(ofFailing, one)).length +
    steady.received.filter((one) => !isSignedBy(ofSteady, one)).length;
  const doubles = [failing, steady].map(({ received }) => {
    const taken = received.filter(({ answer }) => answer === 204);
    return taken.length - new Set(taken.map(({ headers }) => headers["webhook-id"])).size;
  });
  const delays = steady.received
    .map(({ body, at }) => at - Date.parse(JSON.parse(body).timestamp))
    .toSorted((a, b) => a - b);
  hasPassed &&= references.length > 0 && counts.every((count) => count === references.length) && wrong === 0;
  // A kill before the answer is stored repeats the event.
  hasPassed &&= doubles.every((count) => count <= 3);
  return {
    acknowledged: String(references.length),
    failing: `${counts[0]} of ${references.length}`,
    steady: `${counts[1]} of ${references.length}`,
    delay: `${delays[Math.floor(delays.length / 2)]}, ${delays.at(-1)}`,
    doubles: doubles.join(", "),
    wrong: String(wrong),
    after: String(after),
  };
}

/** Creates webhooks in the stopped site and returns their secrets in the same order. */
async function createWebhooks(
  { dataDir, databaseUrl }: Place,
  secret: string,
  [failing, steady]: readonly [number, number],
): Promise<[string, string]> {
  await using open = await openDatabase({ dataDir, databaseUrl, secret }, "a fault test", () => {});
  const by = { actor: { id: "faults", requestId: "" }, now: new Date() };
  const create = (port: number) =>
    write(open.db, async (tx) => {
      const wanted = { url: `http://127.0.0.1:${port}/site`, events: ["lead.received" as const] };
      return (await createWebhook(tx, { ...wanted, hasPersonalData: false }, by)).secret;
    });
  return [await create(failing), await create(steady)];
}

/** References in messages that the receiver accepted. */
function referencesIn(received: readonly Received[]): Set<string> {
  return new Set(
    received.filter(({ answer }) => answer === 204).map(({ body }) => JSON.parse(body).data.reference),
  );
}
