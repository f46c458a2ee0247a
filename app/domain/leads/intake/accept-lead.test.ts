import { expect, test } from "vitest";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { aMessage, minutesLater, someMetadata } from "../leads.fixture.ts";
import { acceptCall, acceptMessage } from "./accept-lead.ts";
import { isReference } from "./reference.ts";

test.each(engines)("%s: M1 stores a message with everything for inbox and mail", async (engine) => {
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

test.each(engines)("%s: D7 twenty requests without a key store one row", async (engine) => {
  await using open = await openTestDatabase(engine);
  const send = (minutes: number) =>
    acceptMessage(open.db, aMessage(), someMetadata({ now: minutesLater(minutes) }));
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(0)));
  expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);
  expect(await send(9)).toEqual(answers[0]);
  expect(await send(11)).not.toEqual(answers[0]);
  expect(await open.db.query.selectFrom("leads").select("id").execute()).toHaveLength(2);
});

test.each(engines)("%s: stores spam with reasons and answers as usual", async (engine) => {
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
});

test.each(engines)("%s: stores a message again that was marked as spam before", async (engine) => {
  await using open = await openTestDatabase(engine);
  await acceptMessage(open.db, aMessage(), someMetadata({ elapsedMs: 300 }));
  await acceptMessage(open.db, aMessage(), someMetadata({ elapsedMs: 9000 }));
  const rows = await open.db.query.selectFrom("leads").select("status").orderBy("status").execute();
  expect(rows).toEqual([{ status: "new" }, { status: "spam" }]);
});

test.each(engines)("%s: stores a call request once, by phone or e-mail", async (engine) => {
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
    fields: { phone: "Enter a phone number or an e-mail address" },
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
