import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../tests/support/database.ts";
import { aDelivery, noon, queue, readOutbox, startSmtp, until } from "../mail.fixture.ts";
import { type MailQueue, priorities } from "./outbox.ts";
import { startMailSender } from "./sender.ts";

const quick = { everyMs: 10 };

test("M4 mail beyond the rate limit waits for the next minute", async () => {
  await using open = await openTestDatabase("sqlite");
  await using smtp = await startSmtp();
  const parts = { ...aDelivery(open.db, smtp.port), maxPerMinute: async () => 7 };
  for (let number = 0; number < 10; number += 1) await queue(open.db, { to: `m${number}@shapla.example` });
  const sender = startMailSender(parts, quick);
  await until(() => smtp.received.length === 7);
  parts.clock.forward(0.5);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(smtp.received).toHaveLength(7);
  parts.clock.forward(0.5);
  await until(() => smtp.received.length === 10);
  await sender.stop();
});

test("bulk mail does not delay mail to one person", async () => {
  await using open = await openTestDatabase("sqlite");
  const waiting: (() => void)[] = [];
  await using smtp = await startSmtp({
    onRcptTo: ({ address }, _, done) =>
      address.startsWith("many") ? void waiting.push(() => done()) : done(null),
  });
  for (let number = 0; number < 10; number += 1)
    await queue(open.db, { to: `many${number}@shapla.example`, priority: priorities.bulk, batch: "issue" });
  await queue(open.db, { to: "first@shapla.example" });
  const sender = startMailSender(aDelivery(open.db, smtp.port), quick);
  await until(() => waiting.length === 3);
  await queue(open.db, { to: "single@shapla.example" });
  await until(() => smtp.received.length === 2);
  expect(smtp.received[1]?.to).toEqual(["single@shapla.example"]);
  expect(waiting).toHaveLength(3);
  for (const release of waiting) release();
  await sender.stop();
});

test("a password reset overtakes 900 mails caused by visitors", async () => {
  await using open = await openTestDatabase("sqlite");
  await using smtp = await startSmtp();
  for (let number = 0; number < 900; number += 1)
    await queue(open.db, { to: `stranger${number}@shapla.example`, isByVisitor: true });
  await queue(open.db, { to: "owner@shapla.example", expiresAt: new Date(noon.getTime() + 30 * 60_000) });
  const parts = {
    ...aDelivery(open.db, smtp.port),
    maxPerMinute: async (name: MailQueue) => (name === "visitors" ? 100 : 300),
  };
  const sender = startMailSender(parts, quick);
  await until(() => smtp.received.length === 101);
  await sender.stop();
  const position = smtp.received.findIndex(({ to }) => to[0] === "owner@shapla.example");
  expect(position).toBeGreaterThanOrEqual(0);
  expect(position).toBeLessThan(90);
});

test("sends one mail at a time to a slow or unknown server", async () => {
  await using open = await openTestDatabase("sqlite");
  const waiting: (() => void)[] = [];
  await using smtp = await startSmtp({ onRcptTo: (_, __, done) => void waiting.push(() => done()) });
  const parts = aDelivery(open.db, smtp.port);
  const settle = () => new Promise((resolve) => setTimeout(resolve, 100));
  for (let number = 0; number < 9; number += 1) await queue(open.db, { to: `m${number}@shapla.example` });
  const sender = startMailSender(parts, { ...quick, maxPeople: 4 });
  await until(() => waiting.length === 1);
  await settle();
  expect(waiting).toHaveLength(1);
  waiting.pop()?.();
  await until(() => waiting.length === 4);
  await settle();
  expect(waiting).toHaveLength(4);
  // Each mail takes six seconds.
  parts.clock.forward(0.1);
  for (const release of waiting.splice(0)) release();
  await until(() => smtp.received.length === 5 && waiting.length > 0);
  await settle();
  expect(waiting).toHaveLength(1);
  waiting.pop()?.();
  await until(() => waiting.length === 3);
  for (const release of waiting.splice(0)) release();
  await until(() => smtp.received.length === 9);
  await sender.stop();
});

test("M6 retries failing mail without delaying other mail", async () => {
  await using open = await openTestDatabase("sqlite");
  await using smtp = await startSmtp({
    onRcptTo({ address }, _, done) {
      const [outcome] = address.split(".");
      if (outcome === "later") return done(Object.assign(new Error("later"), { responseCode: 451 }));
      if (outcome === "never") return done(Object.assign(new Error("never"), { responseCode: 550 }));
      return done(null);
    },
    onData(stream, { envelope }, done) {
      stream.resume();
      const refusal = Object.assign(new Error("not this one"), { responseCode: 552 });
      stream.on("end", () => done(envelope.rcptTo[0]?.address.startsWith("words") ? refusal : null));
    },
  });
  const parts = aDelivery(open.db, smtp.port);
  for (const outcome of ["later", "never", "words"])
    for (const number of [1, 2, 3]) await queue(open.db, { to: `${outcome}.${number}@shapla.example` });
  for (const number of [1, 2, 3]) await queue(open.db, { to: `fine.${number}@shapla.example` });
  const sender = startMailSender(parts, { ...quick, maxPeople: 1 });
  await until(async () => (await readOutbox(open.db)).filter(({ status }) => status === "sent").length === 3);
  await sender.stop();
  const results = (await readOutbox(open.db)).map(
    ({ to_address, status }) => `${to_address.split(".")[0]} ${status}`,
  );
  expect([...new Set(results)].sort()).toEqual([
    "fine sent",
    "later waiting",
    "never failed",
    "words failed",
  ]);
});
