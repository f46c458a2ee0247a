import { expect, test } from "vitest";
import { claimNext } from "#app/domain/mail/outbox/claims.ts";
import { readFailure, recordFailed } from "#app/domain/mail/outbox/deliver.ts";
import { eraseSubscribers } from "#app/domain/newsletter/subscribers/change.ts";
import { write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "../../../tests/support/database.ts";
import { lockCampaign, readCampaign } from "./campaigns.ts";
import { batchRateOf, enqueueCampaigns, updateEndedStats } from "./enqueue.ts";
import {
  aCampaign,
  actionContext,
  aSending,
  markSent,
  noon,
  queuedFor,
  secondsLater,
  someReaders,
} from "./newsletter.fixture.ts";
import {
  cancelCampaign,
  pauseCampaign,
  resumeCampaign,
  scheduleCampaign,
  unscheduleCampaign,
} from "./send.ts";
import { unsubscribe } from "./unsubscribe.ts";

test.each([1, 7, 60, 250, 3000])("keeps batches within the limit of %d a minute", (perMinute) => {
  const { size, everyMs } = batchRateOf(perMinute);
  expect(Math.abs((size * 60_000) / everyMs - perMinute)).toBeLessThan(perMinute * 0.01);
  expect(size).toBeLessThanOrEqual(250);
});

test.each(engines)("%s: queues readers in batches, each once, until all are sent", async (engine) => {
  await using open = await openTestDatabase(engine);
  const id = await aSending(open.db, { readers: 12 });
  expect(await readCampaign(open.db, id)).toMatchObject({ state: "sending", figures: { total: 12 } });
  const counts = [(await queuedFor(open.db, id)).length];
  for (let tick = 1; tick <= 5; tick += 1) {
    await markSent(open.db, id);
    await enqueueCampaigns(open.db, { now: secondsLater(5 * tick), perMinute: 60 });
    counts.push((await queuedFor(open.db, id)).length);
  }
  expect(counts).toEqual([5, 10, 12, 12, 12, 12]);
  const rows = await queuedFor(open.db, id);
  expect(new Set(rows.map(({ to_key }) => to_key)).size).toBe(12);
  expect(rows.every(({ priority, subject }) => priority === 1 && subject === "News from the loom")).toBe(
    true,
  );
  expect(await readCampaign(open.db, id)).toMatchObject({ state: "sent", figures: { sent: 12, failed: 0 } });
});

test.each(engines)("%s: counts mail without a mail server as stored, not sent", async (engine) => {
  await using open = await openTestDatabase(engine);
  const id = await aSending(open.db, { readers: 3 });
  await markSent(open.db, id, "stored");
  await enqueueCampaigns(open.db, { now: secondsLater(5), perMinute: 60 });
  const { state, figures } = await readCampaign(open.db, id);
  expect([state, figures]).toEqual([
    "sent",
    {
      total: 3,
      sent: 0,
      stored: 3,
      failed: 0,
      cancelled: 0,
      unsubscribed: 0,
    },
  ]);
});

test.each(engines)("%s: D6 does not start while it is being unscheduled", async (engine) => {
  await using open = await openTestDatabase(engine);
  await someReaders(open.db, 3);
  const id = await aCampaign(open.db);
  await write(open.db, (tx) => scheduleCampaign(tx, id, noon, actionContext));
  let enqueueing: Promise<void> | undefined;
  await write(open.db, async (tx) => {
    await lockCampaign(tx, id);
    enqueueing = enqueueCampaigns(open.db, { now: noon, perMinute: 60 });
    await new Promise((resolve) => setTimeout(resolve, 150));
    await unscheduleCampaign(tx, id, actionContext);
  });
  await enqueueing;
  expect(await readCampaign(open.db, id)).toMatchObject({ state: "draft", startedAt: null, sendAt: null });
  expect(await queuedFor(open.db, id)).toEqual([]);
});

test.each(engines)("%s: holds a mail that fails during a pause", async (engine) => {
  await using open = await openTestDatabase(engine);
  const id = await aSending(open.db, { readers: 5 });
  const row = await claimNext(open.db, noon, "bulk");
  if (!row) throw new Error("Nothing to claim.");
  await write(open.db, (tx) => pauseCampaign(tx, id, actionContext));
  const failure = readFailure(Object.assign(new Error("later"), { responseCode: 451 }));
  await recordFailed({ db: open.db, onSettled: async () => {} }, row, failure, secondsLater(60));
  const statuses = async () => new Set((await queuedFor(open.db, id)).map(({ status }) => status));
  expect(await statuses()).toEqual(new Set(["scheduled"]));
  await write(open.db, (tx) => resumeCampaign(tx, id, actionContext));
  expect(await statuses()).toEqual(new Set(["waiting"]));
});

test.each(engines)("%s: twenty concurrent instances queue each reader once", async (engine) => {
  await using open = await openTestDatabase(engine);
  await someReaders(open.db, 30);
  const id = await aCampaign(open.db);
  await write(open.db, (tx) => scheduleCampaign(tx, id, noon, actionContext));
  await Promise.all(
    Array.from({ length: 20 }, () => enqueueCampaigns(open.db, { now: noon, perMinute: 60 })),
  );
  const rows = await queuedFor(open.db, id);
  expect(rows).toHaveLength(5);
  await open.db.query
    .updateTable("newsletters")
    .set({ cursor: "", next_batch_at: noon.toISOString() })
    .execute();
  await enqueueCampaigns(open.db, { now: secondsLater(5), perMinute: 60 });
  expect(await queuedFor(open.db, id)).toHaveLength(5);
});

test.each(engines)("%s: stops queueing while the mail server lags behind", async (engine) => {
  await using open = await openTestDatabase(engine);
  const id = await aSending(open.db, { readers: 60 });
  for (let tick = 1; tick <= 9; tick += 1)
    await enqueueCampaigns(open.db, { now: secondsLater(5 * tick), perMinute: 60 });
  expect(await queuedFor(open.db, id)).toHaveLength(10);
});

test.each(engines)("%s: holds queued mail during a pause and completes after resuming", async (engine) => {
  await using open = await openTestDatabase(engine);
  const id = await aSending(open.db, { readers: 12 });
  await write(open.db, (tx) => pauseCampaign(tx, id, actionContext));
  await enqueueCampaigns(open.db, { now: secondsLater(30), perMinute: 60 });
  expect((await queuedFor(open.db, id)).map(({ status }) => status)).toEqual(Array(5).fill("scheduled"));
  await expect(write(open.db, (tx) => pauseCampaign(tx, id, actionContext))).rejects.toMatchObject({
    code: "in-use",
  });
  await write(open.db, (tx) => resumeCampaign(tx, id, { ...actionContext, now: secondsLater(40) }));
  for (let tick = 8; tick <= 12; tick += 1) {
    await markSent(open.db, id);
    await enqueueCampaigns(open.db, { now: secondsLater(5 * tick), perMinute: 60 });
  }
  expect(await readCampaign(open.db, id)).toMatchObject({ state: "sent", figures: { sent: 12 } });
});

test.each(engines)("%s: sends no more mail after cancellation", async (engine) => {
  await using open = await openTestDatabase(engine);
  const id = await aSending(open.db, { readers: 12 });
  await write(open.db, (tx) => cancelCampaign(tx, id, actionContext));
  await enqueueCampaigns(open.db, { now: secondsLater(30), perMinute: 60 });
  expect((await queuedFor(open.db, id)).map(({ status }) => status)).toEqual(Array(5).fill("cancelled"));
  expect(await readCampaign(open.db, id)).toMatchObject({ state: "cancelled" });
});

test.each(engines)("%s: skips readers who leave or join during sending", async (engine) => {
  await using open = await openTestDatabase(engine);
  const id = await aSending(open.db, { readers: 12 });
  const readers = await open.db.query.selectFrom("subscribers").selectAll().orderBy("id").execute();
  const leaves = { by: "link", now: secondsLater(1) } as const;
  const gone = [readers.at(0), readers.at(-1)];
  for (const reader of gone)
    await unsubscribe(open.db, { key: reader?.unsubscribe_token ?? "", campaign: id }, leaves);
  await someReaders(open.db, 2, { now: secondsLater(2), first: 12 });
  for (let tick = 1; tick <= 5; tick += 1) {
    await markSent(open.db, id);
    await enqueueCampaigns(open.db, { now: secondsLater(5 * tick), perMinute: 60 });
  }
  const sent = (await queuedFor(open.db, id)).filter(({ status }) => status === "sent");
  const stayed = readers.filter((reader) => !gone.includes(reader)).map(({ email_key }) => email_key);
  expect(sent.map(({ to_key }) => to_key).toSorted()).toEqual(stayed.toSorted());
  expect(await readCampaign(open.db, id)).toMatchObject({ figures: { cancelled: 1, unsubscribed: 2 } });
});

test.each(engines)("%s: pauses with a reason after too many failures", async (engine) => {
  await using open = await openTestDatabase(engine);
  const id = await aSending(open.db, { readers: 60, perMinute: 300 });
  await markSent(open.db, id, "failed");
  await enqueueCampaigns(open.db, { now: secondsLater(5), perMinute: 300 });
  expect(await readCampaign(open.db, id)).toMatchObject({
    state: "paused",
    note: expect.stringMatching(/25 of the first 25 mailboxes/),
  });
});

test.each(engines)("%s: counts sent mail also after its reader is erased", async (engine) => {
  await using open = await openTestDatabase(engine);
  const id = await aSending(open.db, { readers: 5 });
  await markSent(open.db, id);
  await enqueueCampaigns(open.db, { now: secondsLater(5), perMinute: 60 });
  const [reader] = await open.db.query.selectFrom("subscribers").select("id").orderBy("id").execute();
  await eraseSubscribers(open.db, [reader?.id ?? ""], actionContext);
  expect(await queuedFor(open.db, id)).toHaveLength(4);
  await updateEndedStats(open.db, secondsLater(10));
  expect(await readCampaign(open.db, id)).toMatchObject({ state: "sent", figures: { total: 5, sent: 5 } });
});
