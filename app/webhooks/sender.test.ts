import { describe, expect, test } from "vitest";
import { blog } from "#app/content/kinds/blog.ts";
import { type Database, write } from "#app/database/database.ts";
import { sendLead } from "#app/leads/leads.fixture.ts";
import { createLogger } from "#app/platform/log.ts";
import { testClock } from "#tests/support/accounts.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createEntry, publish, saveInput, trash } from "#tests/support/entries.ts";
import { anOutside } from "#tests/support/outside.ts";
import { isSignedBy, startReceiver } from "#tests/support/webhook-receiver.ts";
import { type EventType, queueEvent } from "./events.ts";
import { signMessage } from "./post.ts";
import {
  cleanUpDeliveries,
  deliveriesKeptDays,
  sendDeliveryAgain,
  sendTestEvent,
  startWebhookSender,
  type WebhookSending,
} from "./sender.ts";
import { createWebhook, enableWebhook, renewWebhookSecret } from "./webhooks.ts";

const actionContext = {
  actor: { id: "asha", requestId: "test" },
  now: new Date("2026-03-01T10:00:00.000Z"),
};

/** A webhook to a host of which the network knows a local address. */
async function aWebhook(
  db: Database,
  port: number,
  events: readonly EventType[] = ["entry.published", "lead.received"],
  hasPersonalData = false,
) {
  const url = `http://hooks.shapla.example:${port}/site`;
  return write(db, (tx) => createWebhook(tx, { url, events: [...events], hasPersonalData }, actionContext));
}

/** What sends, with a clock that stands still and a network that may be changed. */
function aSending(db: Database) {
  const lines: string[] = [];
  const reasons: string[] = [];
  const addresses: Record<string, string> = { "hooks.shapla.example": "127.0.0.1" };
  const clock = testClock();
  const parts: WebhookSending = {
    db,
    clock,
    log: createLogger({ destination: { write: (line: string) => void lines.push(line) } }),
    outside: anOutside(addresses, true),
    publicUrl: new URL("https://www.company.example"),
    readPerson: async () => ({ name: "Rahima" }),
    onDisabled: async (_, { why }) => void reasons.push(why),
  };
  return { ...parts, clock, lines, reasons, addresses };
}

function readDeliveries({ query }: Database) {
  return query.selectFrom("webhook_deliveries").selectAll().orderBy("id").execute();
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}

const quick = { everyMs: 10 };
const { now } = actionContext;

test("a message is signed as Standard Webhooks says: its own example comes out", () => {
  const signed = signMessage("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  });
  expect(signed["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

describe.each(engines)("%s", (engine) => {
  test("what the public sees otherwise is told, signed, in thin words; drafts are not", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver();
    const { db } = open;
    const { id, secret } = await aWebhook(db, receiver.port, [
      "entry.published",
      "entry.changed",
      "entry.unpublished",
    ]);
    const sender = startWebhookSender(aSending(db), quick);
    const entry = await write(db, (tx) => createEntry(tx, blog, { title: "Rain" }, actionContext));
    await write(db, (tx) => publish(tx, blog, entry.id, actionContext));
    await write(db, (tx) => saveInput(tx, blog, entry.id, 1, { summary: "It rains." }, actionContext));
    await write(db, (tx) => publish(tx, blog, entry.id, actionContext));
    await write(db, (tx) => trash(tx, blog, entry.id, actionContext));
    await until(async () => (await readDeliveries(db)).every(({ status }) => status === "delivered"));
    await sender.stop();
    const named = { id: entry.id, kind: "blog", url: "https://www.company.example/blog/Rain" };
    const timestamp = now.toISOString();
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toEqual([
      { type: "entry.published", timestamp, data: named },
      { type: "entry.changed", timestamp, data: { ...named, changed: ["summary"] } },
      { type: "entry.unpublished", timestamp, data: named },
    ]);
    expect(receiver.received.every((one) => isSignedBy(secret, one))).toBe(true);
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(3);
    const rows = await readDeliveries(db);
    expect(
      rows.map(({ webhook_id, answer_status, attempts }) => [webhook_id, answer_status, attempts]),
    ).toEqual(Array(3).fill([id, 204, 1]));
    expect(JSON.stringify(await db.query.selectFrom("webhooks").selectAll().execute())).not.toContain(secret);
  });

  test("of a lead its reference alone is told, and the person where that was chosen", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver();
    await aWebhook(open.db, receiver.port, ["lead.received"]);
    await aWebhook(open.db, receiver.port, ["lead.received"], true);
    const parts = aSending(open.db);
    const sender = startWebhookSender(parts, quick);
    const id = await sendLead(open.db);
    parts.clock.pass(86_400);
    await until(() => receiver.received.length === 2);
    await sender.stop();
    const lead = await open.db.query.selectFrom("leads").selectAll().executeTakeFirstOrThrow();
    const bodies = receiver.received.map(({ body }) => JSON.parse(body).data);
    const thin = { id, kind: "message", reference: lead.reference };
    expect(bodies.toSorted((a, b) => Object.keys(a).length - Object.keys(b).length)).toEqual([
      thin,
      { ...thin, person: { name: "Rahima" } },
    ]);
    for (const { data } of await readDeliveries(open.db)) expect(JSON.parse(data)).toEqual(thin);
  });

  test("an event is told when its transaction is kept, and not when it fails", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver();
    const { db } = open;
    await aWebhook(db, receiver.port);
    const failing = write(db, async (tx) => {
      await queueEvent(tx, "entry.published", () => ({ id: "lost" }), now);
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "kept" }), now));
    const sender = startWebhookSender(aSending(db), quick);
    await until(() => receiver.received.length > 0);
    await sender.stop();
    expect((await readDeliveries(db)).map(({ data }) => data)).toEqual(['{"id":"kept"}']);
    expect(receiver.received).toHaveLength(1);
  });

  test("what fails is tried ten times, further and further apart; then the webhook is off and admins hear of it", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver(500);
    const { db } = open;
    const { id } = await aWebhook(db, receiver.port);
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "one" }), now));
    const parts = aSending(db);
    const sender = startWebhookSender(parts, quick);
    const waits: number[] = [];
    for (let tries = 1; tries <= 10; tries += 1) {
      await until(async () => {
        const [row] = await readDeliveries(db);
        return row?.attempts === tries && row.claimed_until === null;
      });
      const [row] = await readDeliveries(db);
      if (tries === 10 || !row) break;
      expect(row).toMatchObject({ status: "waiting", answer_status: 500, last_error: "It answered 500." });
      const wait = (Date.parse(row.next_attempt_at) - parts.clock.now().getTime()) / 60_000;
      waits.push(wait);
      parts.clock.pass(wait * 60);
    }
    await sender.stop();
    expect(waits).toEqual([1, 4, 16, 60, 240, 720, 1440, 1440, 1440]);
    expect(await readDeliveries(db)).toMatchObject([{ status: "failed", attempts: 10 }]);
    const webhook = await db.query.selectFrom("webhooks").selectAll().executeTakeFirstOrThrow();
    expect(webhook.disabled_at).toBe(parts.clock.now().toISOString());
    expect(parts.reasons).toEqual(["It took nothing for days. It answered 500."]);
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "two" }), now));
    expect(await readDeliveries(db)).toHaveLength(1);
    await write(db, (tx) => enableWebhook(tx, id, actionContext));
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "three" }), now));
    expect(await readDeliveries(db)).toHaveLength(2);
    // The same id each time, so that a receiver knows what it has.
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("one event that is never taken turns nothing off while others are", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver(500);
    const { db } = open;
    const { id } = await aWebhook(db, receiver.port);
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "one" }), now));
    await db.query.updateTable("webhook_deliveries").set({ attempts: 9 }).execute();
    const later = new Date(now.getTime() + 60_000).toISOString();
    await db.query.updateTable("webhooks").set({ delivered_at: later }).where("id", "=", id).execute();
    const sender = startWebhookSender(aSending(db), quick);
    await until(async () => (await readDeliveries(db))[0]?.status === "failed");
    await sender.stop();
    expect(await db.query.selectFrom("webhooks").select("disabled_at").execute()).toEqual([
      { disabled_at: null },
    ]);
  });

  test("410 turns it off at once; a redirect is not followed, and no answer is a failure", async () => {
    await using open = await openTestDatabase(engine);
    await using other = await startReceiver();
    await using receiver = await startReceiver(302);
    receiver.state.headers = { location: `http://hooks.shapla.example:${other.port}/` };
    const { db } = open;
    const { id } = await aWebhook(db, receiver.port);
    const parts = aSending(db);
    const sender = startWebhookSender(parts, { everyMs: 10, answerMs: 200 });
    const tryIt = async (answer: number | null) => {
      receiver.state.answer = answer;
      await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "one" }), now));
      await until(async () => (await readDeliveries(db)).at(-1)?.last_error !== "");
      return (await readDeliveries(db)).at(-1);
    };
    expect(await tryIt(302)).toMatchObject({ answer_status: 302, status: "waiting" });
    expect(other.received).toEqual([]);
    expect(await tryIt(null)).toMatchObject({
      answer_status: null,
      last_error: "There was no answer within 10 seconds.",
    });
    expect(await tryIt(410)).toMatchObject({ answer_status: 410, status: "failed" });
    await sender.stop();
    expect(parts.reasons).toEqual(["It answered 410: it is gone."]);
    expect((await readDeliveries(db)).every(({ status }) => status === "failed")).toBe(true);
    const audited = await db.query.selectFrom("audit").select("action").where("subject", "=", id).execute();
    expect(audited.map(({ action }) => action)).toEqual(["webhook.created", "webhook.disabled"]);
  });

  test("an answer without end is read up to its bound", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver(200);
    receiver.state.text = "x".repeat(5_000_000);
    await aWebhook(open.db, receiver.port);
    await write(open.db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "one" }), now));
    const sender = startWebhookSender(aSending(open.db), quick);
    await until(async () => (await readDeliveries(open.db))[0]?.status === "delivered");
    await sender.stop();
  });

  test("I9 a host whose name leads to a private address by the time of sending is not called", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver();
    const { db } = open;
    await aWebhook(db, receiver.port);
    const parts = aSending(db);
    const closed = { ...parts.outside, allowsPrivate: false };
    const sender = startWebhookSender({ ...parts, outside: closed }, quick);
    for (const [n, address] of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.1"].entries()) {
      parts.addresses["hooks.shapla.example"] = address;
      await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: address }), now));
      await until(
        async () => (await readDeliveries(db)).filter((row) => row.last_error !== "").length === n + 1,
      );
    }
    await sender.stop();
    for (const row of await readDeliveries(db))
      expect(row).toMatchObject({
        answer_status: null,
        last_error: "The host has a private address, which is not called.",
      });
    expect(receiver.received).toEqual([]);
  });

  test("what an instance had in hand when it was killed is sent by another", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver();
    const { db } = open;
    await aWebhook(db, receiver.port);
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "one" }), now));
    const parts = aSending(db);
    const until2 = new Date(now.getTime() + 2 * 60_000).toISOString();
    await db.query.updateTable("webhook_deliveries").set({ attempts: 1, claimed_until: until2 }).execute();
    const sender = startWebhookSender(parts, quick);
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "two" }), now));
    await until(() => receiver.received.length === 1);
    expect(JSON.parse(receiver.received[0]?.body ?? "").data).toEqual({ id: "two" });
    parts.clock.pass(120);
    await until(() => receiver.received.length === 2);
    await sender.stop();
    expect((await readDeliveries(db)).map(({ status, attempts }) => [status, attempts])).toEqual([
      ["delivered", 2],
      ["delivered", 1],
    ]);
  });

  test("a slow webhook holds up no other", async () => {
    await using open = await openTestDatabase(engine);
    await using slow = await startReceiver(null);
    await using receiver = await startReceiver();
    const { db } = open;
    await aWebhook(db, slow.port);
    await aWebhook(db, receiver.port);
    for (let n = 0; n < 5; n += 1)
      await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: String(n) }), now));
    const sender = startWebhookSender(aSending(db), { everyMs: 10, graceMs: 10 });
    await until(() => receiver.received.length === 5 && slow.received.length > 0);
    expect(slow.received).toHaveLength(1);
    await sender.stop();
  });

  test("a test event, one sent again, a new secret, and what is forgotten after its days", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver();
    const { db } = open;
    const { id, secret } = await aWebhook(db, receiver.port, ["lead.received"]);
    const sender = startWebhookSender(aSending(db), quick);
    await write(db, (tx) => sendTestEvent(tx, id, actionContext));
    await until(async () => (await readDeliveries(db))[0]?.status === "delivered");
    const renewed = await write(db, (tx) => renewWebhookSecret(tx, id, actionContext));
    const [first] = await readDeliveries(db);
    await write(db, (tx) => sendDeliveryAgain(tx, first?.id ?? "", actionContext));
    await until(() => receiver.received.length === 2);
    await until(async () => (await readDeliveries(db))[1]?.status === "delivered");
    await sender.stop();
    const [before, after] = receiver.received;
    if (!before || !after) throw new Error("Two were received.");
    expect(JSON.parse(before.body)).toMatchObject({ type: "webhook.test" });
    expect(after.body).toBe(before.body);
    expect(after.headers["webhook-id"]).toBe(before.headers["webhook-id"]);
    expect([isSignedBy(secret, before), isSignedBy(secret, after), isSignedBy(renewed, after)]).toEqual([
      true,
      false,
      true,
    ]);
    const days = (count: number) => new Date(now.getTime() + count * 86_400_000);
    await cleanUpDeliveries(db, days(deliveriesKeptDays));
    expect(await readDeliveries(db)).toHaveLength(2);
    await cleanUpDeliveries(db, days(deliveriesKeptDays + 1));
    expect(await readDeliveries(db)).toHaveLength(0);
  });
});
