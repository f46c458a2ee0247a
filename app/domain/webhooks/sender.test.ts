import { describe, expect, test } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { sendLead } from "#app/domain/leads/leads.fixture.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { createLogger } from "#app/platform/runtime/log.ts";
import { testClock } from "#tests/support/accounts.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createEntry, publish, saveInput, trash } from "#tests/support/entries.ts";
import { createTestNetwork } from "#tests/support/outside.ts";
import { isSignedBy, startReceiver } from "#tests/support/webhook-receiver.ts";
import { type EventType, queueEvent } from "./events.ts";
import { signMessage } from "./post.ts";
import {
  cleanUpDeliveries,
  deliveryRetentionDays,
  sendDeliveryAgain,
  sendTestEvent,
  startWebhookSender,
  type WebhookSenderParts,
} from "./sender.ts";
import { createWebhook, enableWebhook, renewWebhookSecret } from "./webhooks.ts";

const actionContext = {
  actor: { id: "asha", requestId: "test" },
  now: new Date("2026-03-01T10:00:00.000Z"),
};

/** Creates a webhook for a host that resolves to a local address. */
async function createTestWebhook(
  db: Database,
  port: number,
  events: readonly EventType[] = ["entry.published", "lead.received"],
  hasPersonalData = false,
) {
  const url = `http://hooks.shapla.example:${port}/site`;
  return write(db, (tx) => createWebhook(tx, { url, events: [...events], hasPersonalData }, actionContext));
}

/** Creates the sender's dependencies with a stopped clock and a fake network. */
function createSenderParts(db: Database) {
  const lines: string[] = [];
  const reasons: string[] = [];
  const addresses: Record<string, string> = { "hooks.shapla.example": "127.0.0.1" };
  const clock = testClock();
  const parts: WebhookSenderParts = {
    db,
    clock,
    log: createLogger({ destination: { write: (line: string) => void lines.push(line) } }),
    outside: createTestNetwork(addresses, true),
    publicUrl: new URL("https://www.company.example"),
    readPerson: async () => ({ name: "Rahima" }),
    onDisabled: async (_, { why }) => void reasons.push(why),
  };
  return { ...parts, clock, lines, reasons, addresses };
}

function readDeliveries({ query }: Database) {
  return query.selectFrom("webhook_deliveries").selectAll().orderBy("id").execute();
}

async function until(condition: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

const quick = { everyMs: 10 };
const { now } = actionContext;

test("signs the example of Standard Webhooks", () => {
  const signed = signMessage("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  });
  expect(signed["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

describe.each(engines)("%s", (engine) => {
  test("sends signed events of published entries without content, not of drafts", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver();
    const { db } = open;
    const { id, secret } = await createTestWebhook(db, receiver.port, [
      "entry.published",
      "entry.changed",
      "entry.unpublished",
    ]);
    const sender = startWebhookSender(createSenderParts(db), quick);
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

  test("sends only a lead's reference, unless personal data is enabled", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver();
    await createTestWebhook(open.db, receiver.port, ["lead.received"]);
    await createTestWebhook(open.db, receiver.port, ["lead.received"], true);
    const parts = createSenderParts(open.db);
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

  test("sends an event only if its transaction commits", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver();
    const { db } = open;
    await createTestWebhook(db, receiver.port);
    const failing = write(db, async (tx) => {
      await queueEvent(tx, "entry.published", () => ({ id: "rolled back" }), now);
      throw new Error("rollback");
    });
    await expect(failing).rejects.toThrow("rollback");
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "committed" }), now));
    const sender = startWebhookSender(createSenderParts(db), quick);
    await until(() => receiver.received.length > 0);
    await sender.stop();
    expect((await readDeliveries(db)).map(({ data }) => data)).toEqual(['{"id":"committed"}']);
    expect(receiver.received).toHaveLength(1);
  });

  test("retries ten times with longer delays, then disables the webhook", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver(500);
    const { db } = open;
    const { id } = await createTestWebhook(db, receiver.port);
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "one" }), now));
    const parts = createSenderParts(db);
    const sender = startWebhookSender(parts, quick);
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await until(async () => {
        const [row] = await readDeliveries(db);
        return row?.attempts === attempt && row.claimed_until === null;
      });
      const [row] = await readDeliveries(db);
      if (attempt === 10 || !row) break;
      expect(row).toMatchObject({ status: "waiting", answer_status: 500, last_error: "It answered 500." });
      const delay = (Date.parse(row.next_attempt_at) - parts.clock.now().getTime()) / 60_000;
      delays.push(delay);
      parts.clock.pass(delay * 60);
    }
    await sender.stop();
    expect(delays).toEqual([1, 4, 16, 60, 240, 720, 1440, 1440, 1440]);
    expect(await readDeliveries(db)).toMatchObject([{ status: "failed", attempts: 10 }]);
    const webhook = await db.query.selectFrom("webhooks").selectAll().executeTakeFirstOrThrow();
    expect(webhook.disabled_at).toBe(parts.clock.now().toISOString());
    expect(parts.reasons).toEqual(["It accepted nothing for days. It answered 500."]);
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "two" }), now));
    expect(await readDeliveries(db)).toHaveLength(1);
    await write(db, (tx) => enableWebhook(tx, id, actionContext));
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "three" }), now));
    expect(await readDeliveries(db)).toHaveLength(2);
    // The receiver recognizes repeats by the id.
    expect(new Set(receiver.received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  });

  test("stays enabled when one event fails and others succeed", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver(500);
    const { db } = open;
    const { id } = await createTestWebhook(db, receiver.port);
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "one" }), now));
    await db.query.updateTable("webhook_deliveries").set({ attempts: 9 }).execute();
    const later = new Date(now.getTime() + 60_000).toISOString();
    await db.query.updateTable("webhooks").set({ delivered_at: later }).where("id", "=", id).execute();
    const sender = startWebhookSender(createSenderParts(db), quick);
    await until(async () => (await readDeliveries(db))[0]?.status === "failed");
    await sender.stop();
    expect(await db.query.selectFrom("webhooks").select("disabled_at").execute()).toEqual([
      { disabled_at: null },
    ]);
  });

  test("disables on 410, follows no redirect and reports a timeout", async () => {
    await using open = await openTestDatabase(engine);
    await using other = await startReceiver();
    await using receiver = await startReceiver(302);
    receiver.state.headers = { location: `http://hooks.shapla.example:${other.port}/` };
    const { db } = open;
    const { id } = await createTestWebhook(db, receiver.port);
    const parts = createSenderParts(db);
    const sender = startWebhookSender(parts, { everyMs: 10, answerMs: 200 });
    const sendWith = async (status: number | null) => {
      receiver.state.answer = status;
      await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "one" }), now));
      await until(async () => (await readDeliveries(db)).at(-1)?.last_error !== "");
      return (await readDeliveries(db)).at(-1);
    };
    expect(await sendWith(302)).toMatchObject({ answer_status: 302, status: "waiting" });
    expect(other.received).toEqual([]);
    expect(await sendWith(null)).toMatchObject({
      answer_status: null,
      last_error: "There was no answer within 10 seconds.",
    });
    expect(await sendWith(410)).toMatchObject({ answer_status: 410, status: "failed" });
    await sender.stop();
    expect(parts.reasons).toEqual(["It answered 410 (gone)."]);
    expect((await readDeliveries(db)).every(({ status }) => status === "failed")).toBe(true);
    const audited = await db.query.selectFrom("audit").select("action").where("subject", "=", id).execute();
    expect(audited.map(({ action }) => action)).toEqual(["webhook.created", "webhook.disabled"]);
  });

  test("limits the bytes read of a response", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver(200);
    receiver.state.text = "x".repeat(5_000_000);
    await createTestWebhook(open.db, receiver.port);
    await write(open.db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "one" }), now));
    const sender = startWebhookSender(createSenderParts(open.db), quick);
    await until(async () => (await readDeliveries(open.db))[0]?.status === "delivered");
    await sender.stop();
  });

  test("I9 does not call a host that resolves to a private address", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver();
    const { db } = open;
    await createTestWebhook(db, receiver.port);
    const parts = createSenderParts(db);
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

  test("sends an event claimed by a killed instance from another", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver();
    const { db } = open;
    await createTestWebhook(db, receiver.port);
    await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: "one" }), now));
    const parts = createSenderParts(db);
    const claimedUntil = new Date(now.getTime() + 2 * 60_000).toISOString();
    await db.query
      .updateTable("webhook_deliveries")
      .set({ attempts: 1, claimed_until: claimedUntil })
      .execute();
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

  test("a slow webhook does not delay others", async () => {
    await using open = await openTestDatabase(engine);
    await using slow = await startReceiver(null);
    await using receiver = await startReceiver();
    const { db } = open;
    await createTestWebhook(db, slow.port);
    await createTestWebhook(db, receiver.port);
    for (let n = 0; n < 5; n += 1)
      await write(db, (tx) => queueEvent(tx, "entry.published", () => ({ id: String(n) }), now));
    const sender = startWebhookSender(createSenderParts(db), { everyMs: 10, graceMs: 10 });
    await until(() => receiver.received.length === 5 && slow.received.length > 0);
    expect(slow.received).toHaveLength(1);
    await sender.stop();
  });

  test("sends test events, resends, renews the secret and deletes old deliveries", async () => {
    await using open = await openTestDatabase(engine);
    await using receiver = await startReceiver();
    const { db } = open;
    const { id, secret } = await createTestWebhook(db, receiver.port, ["lead.received"]);
    const sender = startWebhookSender(createSenderParts(db), quick);
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
    await cleanUpDeliveries(db, days(deliveryRetentionDays));
    expect(await readDeliveries(db)).toHaveLength(2);
    await cleanUpDeliveries(db, days(deliveryRetentionDays + 1));
    expect(await readDeliveries(db)).toHaveLength(0);
  });
});
