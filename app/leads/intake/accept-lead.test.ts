import { expect, test } from "vitest";
import { engines, openTestDatabase } from "../../../tests/support/database.ts";
import { aMessage, minutesLater, someMetadata } from "../leads.fixture.ts";
import { acceptCall, acceptMessage } from "./accept-lead.ts";
import { isReference } from "./submission.ts";

test.each(engines)("%s: M1 a message is kept, with all that the inbox and the mail need", async (engine) => {
  await using open = await openTestDatabase(engine);
  const input = aMessage({
    phone: "01712-345678",
    company: "Shapla",
    service: "Web",
    email: "R@Shapla.Example",
  });
  const { reference } = await acceptMessage(
    open.db,
    input,
    someMetadata({ address: "2001:db8:1:2:3:4:5:6" }),
  );
  expect(isReference(reference)).toBe(true);
  const [row] = await open.db.query.selectFrom("leads").selectAll().execute();
  expect(row).toMatchObject({
    reference,
    status: "new",
    name: "Rahima",
    email: "R@shapla.example",
    phone: "+8801712345678",
    company: "Shapla",
    service: "Web",
    message: "Do you build ledgers?",
    spam_reasons: "",
    source_path: "/contact",
    referrer: "https://search.example/find",
    network: "2001:db8:1:2::/64",
    consent_text: "You may keep what I write here to answer me.",
    user_agent: "Browser/1.0",
    created_at: "2026-03-01T12:00:00.000Z",
    idempotency_key: null,
  });
});

test.each(engines)(
  "%s: D7 twenty sendings with one key are one row and twenty equal answers",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const metadata = someMetadata({ idempotencyKey: "b7c1-key" });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => acceptMessage(open.db, aMessage(), metadata)),
    );
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);
    expect(await open.db.query.selectFrom("leads").select("id").execute()).toHaveLength(1);
  },
);

test.each(engines)("%s: D7 twenty sendings without a key are one row, for ten minutes", async (engine) => {
  await using open = await openTestDatabase(engine);
  const send = (minutes: number) =>
    acceptMessage(open.db, aMessage(), someMetadata({ now: minutesLater(minutes) }));
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(0)));
  expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);
  expect(await send(9)).toEqual(answers[0]);
  expect(await send(11)).not.toEqual(answers[0]);
  expect(await open.db.query.selectFrom("leads").select("id").execute()).toHaveLength(2);
});

test.each(engines)("%s: D7 a key stands for one content, and for a day", async (engine) => {
  await using open = await openTestDatabase(engine);
  const send = (part: object, minutes: number) =>
    acceptMessage(
      open.db,
      aMessage({ ...part }),
      someMetadata({ idempotencyKey: "k1", now: minutesLater(minutes) }),
    );
  const first = await send({}, 0);
  await expect(send({ message: "Something else" }, 5)).rejects.toMatchObject({
    code: "invalid",
    fields: { "Idempotency-Key": expect.stringContaining("something else") },
  });
  expect(await send({}, 23 * 60)).toEqual(first);
  expect(await send({ message: "Something else" }, 24 * 60 + 1)).not.toEqual(first);
});

test.each(engines)(
  "%s: spam is set aside with its reasons, and its sender reads the same answer",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const links = "http://a.example http://b.example www.c.example [url=x]";
    const { reference } = await acceptMessage(
      open.db,
      aMessage({ name: "http://a.example", message: links }),
      someMetadata({ honeypot: "x", elapsedMs: 300 }),
    );
    expect(isReference(reference)).toBe(true);
    expect(await open.db.query.selectFrom("leads").select(["status", "spam_reasons"]).execute()).toEqual([
      { status: "spam", spam_reasons: "honeypot too-fast many-links link-as-name only-link markup" },
    ]);
  },
);

test.each(engines)("%s: what a trap caught does not hide the same message sent properly", async (engine) => {
  await using open = await openTestDatabase(engine);
  await acceptMessage(open.db, aMessage(), someMetadata({ elapsedMs: 300 }));
  await acceptMessage(open.db, aMessage(), someMetadata({ elapsedMs: 9000 }));
  const rows = await open.db.query.selectFrom("leads").select("status").orderBy("status").execute();
  expect(rows).toEqual([{ status: "new" }, { status: "spam" }]);
});

test.each(engines)(
  "%s: P4 one sender may write five messages in ten minutes, then later again",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const send = (n: number, minutes: number) =>
      acceptMessage(
        open.db,
        aMessage({ message: `Number ${n}` }),
        someMetadata({ address: `198.51.100.${n}`, now: minutesLater(minutes) }),
      );
    for (let n = 0; n < 5; n += 1) await send(n, n);
    await expect(send(6, 5)).rejects.toMatchObject({ code: "too-many", detail: expect.any(Number) });
    await expect(send(3, 5)).resolves.toMatchObject({ reference: expect.any(String) });
    await send(7, 16);
  },
);

test.each(engines)(
  "%s: P4 one network may send twenty, whatever addresses it writes from",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const send = (n: number) =>
      acceptMessage(
        open.db,
        aMessage({ email: `a${n}@shapla.example` }),
        someMetadata({ address: `2001:db8::${n}` }),
      );
    for (let n = 1; n <= 20; n += 1) await send(n);
    await expect(send(21)).rejects.toMatchObject({ code: "too-many" });
  },
);

test.each(engines)("%s: hostile text about the sending is cut down, not refused", async (engine) => {
  await using open = await openTestDatabase(engine);
  const noise = `\0\ud800\r\n${"x".repeat(5000)}`;
  await acceptMessage(
    open.db,
    aMessage(),
    someMetadata({ userAgent: noise, sourcePath: `//evil.example${noise}`, referrer: noise }),
  );
  const [row] = await open.db.query.selectFrom("leads").selectAll().execute();
  expect(row).toMatchObject({ source_path: "", referrer: "" });
  expect(row?.user_agent.length).toBeLessThanOrEqual(400);
});

test.each(engines)("%s: a call request is kept by phone or by e-mail alone, and once", async (engine) => {
  await using open = await openTestDatabase(engine);
  const input = {
    name: "করিম",
    phone: "০১৭১২৩৪৫৬৭৮",
    bestTime: "after four",
    topic: "Ledgers",
    consent: true,
  };
  const first = await acceptCall(open.db, input, someMetadata());
  expect(await acceptCall(open.db, input, someMetadata())).toEqual(first);
  await acceptCall(open.db, { name: "Karim", email: "karim@shapla.example", consent: true }, someMetadata());
  await expect(acceptCall(open.db, { name: "Karim", consent: true }, someMetadata())).rejects.toMatchObject({
    fields: { phone: "Write a phone number or an e-mail address" },
  });
  const rows = await open.db.query
    .selectFrom("leads")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  expect(rows).toMatchObject([
    { name: "করিম", phone: "+8801712345678", best_time: "after four", topic: "Ledgers", email: "" },
    { name: "Karim", email: "karim@shapla.example", phone: "" },
  ]);
});
