import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../tests/support/database.ts";
import { aClosedPort, aDelivery, queue, readOutbox, startSmtp, until } from "../mail.fixture.ts";
import { startMailSender } from "./sender.ts";

const quick = { everyMs: 10 };
const longTimeouts = { connectMs: 600_000, silentMs: 600_000 };

test("times out when the server does not greet", async () => {
  await using open = await openTestDatabase("sqlite");
  await using smtp = await startSmtp({ onConnect: () => {} });
  const parts = aDelivery(open.db, smtp.port, { connectMs: 200, silentMs: 200 });
  await queue(open.db);
  const sender = startMailSender(parts, quick);
  await until(async () => (await readOutbox(open.db))[0]?.last_error !== "");
  await sender.stop();
  expect(await readOutbox(open.db)).toMatchObject([{ status: "waiting", attempts: 1, claimed_until: null }]);
});

test("aborts when the server stops responding", async () => {
  await using open = await openTestDatabase("sqlite");
  await using smtp = await startSmtp({ onMailFrom: () => {} });
  await queue(open.db);
  const sender = startMailSender(aDelivery(open.db, smtp.port, longTimeouts), { ...quick, sendMs: 100 });
  await until(async () => (await readOutbox(open.db))[0]?.last_error.includes("EABORT") ?? false);
  await sender.stop();
});

test("a stop waits for an unresponsive server only during the grace period", async () => {
  await using open = await openTestDatabase("sqlite");
  const addresses: unknown[] = [];
  await using smtp = await startSmtp({ onMailFrom: (address) => void addresses.push(address) });
  await queue(open.db);
  const sender = startMailSender(aDelivery(open.db, smtp.port, longTimeouts), { ...quick, graceMs: 50 });
  await until(() => addresses.length === 1);
  await sender.stop();
  expect(await readOutbox(open.db)).toMatchObject([{ status: "waiting", attempts: 1, claimed_until: null }]);
});

test("L6 saves attempts during an outage and sends everything on recovery", async () => {
  await using open = await openTestDatabase("sqlite");
  const port = await aClosedPort();
  const parts = aDelivery(open.db, port);
  for (let number = 0; number < 60; number += 1) await queue(open.db, { to: `m${number}@shapla.example` });
  const sender = startMailSender(parts, quick);
  for (let minute = 0; minute < 60; minute += 1) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    parts.clock.forward(1);
  }
  const tries = (await readOutbox(open.db)).map(({ attempts }) => attempts);
  expect(tries.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(8);
  await using smtp = await startSmtp({ port });
  parts.clock.forward(1);
  await until(async () => (await readOutbox(open.db)).every(({ status }) => status === "sent"));
  await sender.stop();
  expect(smtp.received).toHaveLength(60);
});

test("tries one mail a minute while the server refuses all mail", async () => {
  await using open = await openTestDatabase("sqlite");
  const gone = Object.assign(new Error("closing"), { responseCode: 421 });
  await using smtp = await startSmtp({ onMailFrom: (_, __, done) => done(gone) });
  const parts = aDelivery(open.db, smtp.port);
  for (let number = 0; number < 30; number += 1) await queue(open.db, { to: `m${number}@shapla.example` });
  const sender = startMailSender(parts, quick);
  for (let minute = 0; minute < 10; minute += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    parts.clock.forward(1);
  }
  await sender.stop();
  const tries = (await readOutbox(open.db)).map(({ attempts }) => attempts);
  expect(tries.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(8 + 11);
});
