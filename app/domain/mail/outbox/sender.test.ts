import { describe, expect, test } from "vitest";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import {
  aClosedPort,
  aDelivery,
  mailFrom,
  queue,
  readOutbox,
  startSmtp,
  startSmtpProxy,
  until,
} from "../mail.fixture.ts";
import { startMailSender } from "./sender.ts";

const quick = { everyMs: 10 };

describe.each(engines)("%s", (engine) => {
  test("sends a mail once with the right envelope and wipes its secrets", async () => {
    await using open = await openTestDatabase(engine);
    await using smtp = await startSmtp();
    const parts = aDelivery(open.db, smtp.port);
    const sender = startMailSender(parts, { everyMs: 3_600_000 });
    await queue(open.db, { personId: "p1" });
    await until(async () => (await readOutbox(open.db))[0]?.status === "sent");
    await sender.stop();
    const [row] = await readOutbox(open.db);
    expect(row).toMatchObject({ content: "", attempts: 1, to_address: "rahima@shapla.example" });
    expect(row?.sent_at).toBe(parts.clock.now().toISOString());
    expect(smtp.received).toMatchObject([{ from: mailFrom.address, to: ["rahima@shapla.example"] }]);
    expect(smtp.received[0]?.raw).toContain(`Message-ID: <${row?.id}@kolpona.example>`);
    expect(parts.lines.join("")).not.toMatch(/shapla|token|verify-email/);
  });

  test("retries ten times with longer delays, then fails", async () => {
    await using open = await openTestDatabase(engine);
    const parts = aDelivery(open.db, await aClosedPort());
    await queue(open.db);
    const sender = startMailSender(parts, quick);
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await until(async () => {
        const [row] = await readOutbox(open.db);
        return row?.attempts === attempt && row.claimed_until === null;
      });
      const [row] = await readOutbox(open.db);
      const delay = (Date.parse(row?.next_attempt_at ?? "") - parts.clock.now().getTime()) / 60_000;
      if (attempt === 10) break;
      expect(row).toMatchObject({ status: "waiting", last_error: expect.stringContaining("ECONNREFUSED") });
      delays.push(delay);
      parts.clock.forward(delay);
    }
    await sender.stop();
    expect(delays).toEqual([1, 4, 16, 60, 240, 360, 360, 360, 360]);
    expect(await readOutbox(open.db)).toMatchObject([{ status: "failed", attempts: 10 }]);
    expect(parts.lines.join("")).not.toMatch(/shapla|s3cret/);
  });

  test("fails at once for an unknown address and delays no other", async () => {
    await using open = await openTestDatabase(engine);
    await using smtp = await startSmtp({
      onRcptTo: ({ address }, _, done) =>
        done(
          address.startsWith("gone")
            ? Object.assign(new Error(`no ${address}`), { responseCode: 550 })
            : null,
        ),
    });
    const parts = aDelivery(open.db, smtp.port);
    await queue(open.db, { to: "gone@shapla.example" });
    await queue(open.db);
    const sender = startMailSender(parts, quick);
    await until(async () => (await readOutbox(open.db)).every(({ status }) => status !== "waiting"));
    await sender.stop();
    const rows = await readOutbox(open.db);
    expect(rows.map(({ to_address, status, attempts }) => [to_address, status, attempts])).toEqual([
      ["gone@shapla.example", "failed", 1],
      ["rahima@shapla.example", "sent", 1],
    ]);
    expect(rows[0]?.last_error).toContain("550");
    expect(parts.lines.join("")).toContain("EENVELOPE 550 RCPT TO");
    expect(parts.lines.join("")).not.toMatch(/shapla/);
  });

  test("retries when the server is busy", async () => {
    await using open = await openTestDatabase(engine);
    let isBusy = true;
    await using smtp = await startSmtp({
      onRcptTo: (_, __, done) =>
        done(isBusy ? Object.assign(new Error("later"), { responseCode: 451 }) : null),
    });
    const parts = aDelivery(open.db, smtp.port);
    await queue(open.db);
    const sender = startMailSender(parts, quick);
    await until(async () => (await readOutbox(open.db))[0]?.last_error !== "");
    isBusy = false;
    parts.clock.forward(1);
    await until(async () => (await readOutbox(open.db))[0]?.status === "sent");
    await sender.stop();
    expect(smtp.received).toHaveLength(1);
  });

  test("M1 retries under the same Message-ID after a lost reply", async () => {
    await using open = await openTestDatabase(engine);
    await using smtp = await startSmtp();
    let drops = 1;
    await using proxy = await startSmtpProxy(smtp.port, {
      dropReplyTo: (line) => line === "." && drops-- > 0,
    });
    const parts = aDelivery(open.db, proxy.port);
    await queue(open.db);
    const sender = startMailSender(parts, quick);
    await until(async () => (await readOutbox(open.db))[0]?.last_error !== "");
    parts.clock.forward(1);
    await until(async () => (await readOutbox(open.db))[0]?.status === "sent");
    await sender.stop();
    const ids = smtp.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });

  test("two senders share one outbox and send each mail once", async () => {
    await using open = await openTestDatabase(engine);
    await using smtp = await startSmtp();
    for (let number = 0; number < 40; number += 1) await queue(open.db, { to: `m${number}@shapla.example` });
    const senders = [1, 2].map(() => startMailSender(aDelivery(open.db, smtp.port), quick));
    await until(async () => (await readOutbox(open.db)).every(({ status }) => status === "sent"));
    await Promise.all(senders.map((sender) => sender.stop()));
    expect(smtp.received).toHaveLength(40);
    expect(new Set(smtp.received.map(({ to }) => to[0])).size).toBe(40);
  });

  test("a stop finishes mail in progress and claims no more", async () => {
    await using open = await openTestDatabase(engine);
    const waiting: (() => void)[] = [];
    await using smtp = await startSmtp({
      onMailFrom: (_, __, done) => void waiting.push(() => done()),
    });
    const parts = aDelivery(open.db, smtp.port);
    for (let number = 0; number < 3; number += 1) await queue(open.db, { to: `m${number}@shapla.example` });
    const sender = startMailSender(parts, { ...quick, maxPeople: 1 });
    await until(() => waiting.length === 1);
    const stopped = sender.stop();
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const release of waiting) release();
    await stopped;
    expect(smtp.received).toHaveLength(1);
    expect((await readOutbox(open.db)).map(({ status }) => status)).toEqual(["sent", "waiting", "waiting"]);
  });

  test("sends a queued mail without waiting for the next poll", async () => {
    await using open = await openTestDatabase(engine);
    await using smtp = await startSmtp();
    const sender = startMailSender(aDelivery(open.db, smtp.port), { everyMs: 3_600_000 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await queue(open.db);
    await until(() => smtp.received.length === 1);
    await sender.stop();
  });

  test("a stop does not wait for all queued mail", async () => {
    await using open = await openTestDatabase(engine);
    const stops: Promise<void>[] = [];
    const transport = {
      deliver: async () => {
        stops.push(sender.stop());
        return "sent" as const;
      },
      isReachable: async () => true,
      close: () => {},
    };
    for (let number = 0; number < 30; number += 1) await queue(open.db);
    const sender = startMailSender({ ...aDelivery(open.db, 1), transport }, quick);
    await until(() => stops.length > 0);
    await Promise.all(stops);
    const rows = await readOutbox(open.db);
    expect(rows.filter(({ status }) => status === "sent")).toHaveLength(stops.length);
    expect(rows.filter(({ claimed_until }) => claimed_until !== null)).toEqual([]);
    expect(stops.length).toBeLessThanOrEqual(5);
  });

  test("an expired mail is cancelled and logged", async () => {
    await using open = await openTestDatabase(engine);
    await using smtp = await startSmtp();
    const parts = aDelivery(open.db, smtp.port);
    await queue(open.db, { expiresAt: new Date(parts.clock.now().getTime() + 60_000) });
    parts.clock.forward(2);
    const sender = startMailSender(parts, quick);
    await until(async () => (await readOutbox(open.db))[0]?.status === "cancelled");
    await sender.stop();
    expect(await readOutbox(open.db)).toMatchObject([{ content: "", attempts: 0 }]);
    expect(smtp.received).toEqual([]);
    expect(parts.lines.join("")).toContain("mail expired and was cancelled");
  });

  test("mail that fails to render does not delay others", async () => {
    await using open = await openTestDatabase(engine);
    await using smtp = await startSmtp();
    const parts = aDelivery(open.db, smtp.port);
    await queue(open.db, { to: "poison@shapla.example" });
    await open.db.query
      .updateTable("outbox")
      .set({ content: `{"template":"verify","name":{"path":"/etc/passwd"}}` })
      .execute();
    await queue(open.db);
    const sender = startMailSender(parts, { ...quick, maxPeople: 1 });
    await until(() => smtp.received.length === 1);
    await sender.stop();
    expect((await readOutbox(open.db)).map(({ status }) => status)).toEqual(["waiting", "sent"]);
  });

  test("sends mail claimed by a crashed instance", async () => {
    await using open = await openTestDatabase(engine);
    await using smtp = await startSmtp();
    const parts = aDelivery(open.db, smtp.port);
    await queue(open.db);
    const claimedUntil = new Date(parts.clock.now().getTime() + 5 * 60_000).toISOString();
    await open.db.query.updateTable("outbox").set({ claimed_until: claimedUntil, attempts: 1 }).execute();
    const sender = startMailSender(parts, quick);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(smtp.received).toHaveLength(0);
    parts.clock.forward(6);
    await until(() => smtp.received.length === 1);
    await sender.stop();
    expect(await readOutbox(open.db)).toMatchObject([{ status: "sent", attempts: 2 }]);
  });

  test("fails a mail that was claimed ten times without a result", async () => {
    await using open = await openTestDatabase(engine);
    await using smtp = await startSmtp();
    await queue(open.db);
    await open.db.query.updateTable("outbox").set({ attempts: 10 }).execute();
    const sender = startMailSender(aDelivery(open.db, smtp.port), quick);
    await until(async () => (await readOutbox(open.db))[0]?.status === "failed");
    await sender.stop();
    expect(smtp.received).toEqual([]);
  });
});
