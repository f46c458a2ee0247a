import { expect, test } from "vitest";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import {
  aReader,
  mailsOf,
  minutesLater,
  readSubscriber,
  rowsOf,
  someMetadata,
  subscribe,
} from "../../leads/leads.fixture.ts";

test.each(engines)("%s: A12 answers a known address like a new one", async (engine) => {
  await using open = await openTestDatabase(engine);
  const first = await subscribe(open.db, "Rahim@Shapla.example");
  const again = await subscribe(open.db, "rahim@shapla.example", {
    consentText: "other",
    now: minutesLater(5),
  });
  expect(again).toEqual(first);
  expect(await rowsOf(open.db)).toMatchObject([
    { email: "Rahim@shapla.example", status: "pending", consent_text: someMetadata().consentText },
  ]);
});

test.each(engines)("%s: A12 keys and limits do not reveal known addresses", async (engine) => {
  await using open = await openTestDatabase(engine);
  await subscribe(open.db, "known@shapla.example");
  for (const email of ["known@shapla.example", "new@shapla.example"]) {
    const key = { idempotencyKey: `key-${email}` };
    await subscribe(open.db, email, key);
    await expect(subscribe(open.db, "third@shapla.example", key)).rejects.toMatchObject({ code: "invalid" });
  }
});

test.each(engines)("%s: D7 twenty requests with one key store one row", async (engine) => {
  await using open = await openTestDatabase(engine);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => subscribe(open.db, "a@shapla.example", { idempotencyKey: "k" })),
  );
  expect(new Set(answers.map(({ reference }) => reference)).size).toBe(1);
  expect(await rowsOf(open.db)).toHaveLength(1);
});

test.each(engines)("%s: M4 limits repeated requests for one address from many networks", async (engine) => {
  await using open = await openTestDatabase(engine);
  const attempts = Array.from({ length: 20 }, (_, n) =>
    subscribe(open.db, "a@shapla.example", { address: `198.51.100.${n}` }),
  );
  const results = await Promise.allSettled(attempts);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(5);
  expect(await rowsOf(open.db)).toHaveLength(1);
  expect(await mailsOf(open.db)).toHaveLength(5);
});

test.each(engines)("%s: records new consent after unsubscribing", async (engine) => {
  await using open = await openTestDatabase(engine);
  await subscribe(open.db, "a@shapla.example");
  await open.db.query.updateTable("subscribers").set({ status: "unsubscribed" }).execute();
  await subscribe(open.db, "a@shapla.example", { consentText: "the newer words" });
  expect(await rowsOf(open.db)).toMatchObject([{ status: "pending", consent_text: "the newer words" }]);
});

test.each(engines)("%s: spam does not change a known address", async (engine) => {
  await using open = await openTestDatabase(engine);
  await subscribe(open.db, "a@shapla.example");
  await subscribe(open.db, "a@shapla.example", { honeypot: "x" });
  await subscribe(open.db, "b@shapla.example", { honeypot: "x" });
  const rows = (await rowsOf(open.db)).map(({ email, status }) => [email, status]);
  expect(rows).toEqual([
    ["a@shapla.example", "pending"],
    ["b@shapla.example", "spam"],
  ]);
  expect((await mailsOf(open.db)).map(({ to_address }) => to_address)).toEqual(["a@shapla.example"]);
});

test.each(engines)("%s: does not treat an autofilled address as spam", async (engine) => {
  await using open = await openTestDatabase(engine);
  await subscribe(open.db, "quick@shapla.example", { elapsedMs: 300 });
  expect(await rowsOf(open.db)).toMatchObject([{ status: "pending", spam_reasons: "" }]);
  expect((await mailsOf(open.db)).map(({ to_address }) => to_address)).toEqual(["quick@shapla.example"]);
});

test.each(engines)("%s: mails a confirmation again on request", async (engine) => {
  await using open = await openTestDatabase(engine);
  await subscribe(open.db, "a@shapla.example");
  await subscribe(open.db, "a@shapla.example", { now: minutesLater(5) });
  const { confirm_token: key } = await readSubscriber(open.db, "a@shapla.example");
  const mails = await mailsOf(open.db);
  expect(mails.map(({ content }) => JSON.parse(content))).toEqual([
    { template: "confirm-newsletter", name: "", key },
    { template: "confirm-newsletter", name: "", key },
  ]);
  expect(mails[0]?.expires_at).toBe(minutesLater(7 * 24 * 60).toISOString());
});

test.each(engines)("%s: A12 notifies subscribed readers by mail, not on the page", async (engine) => {
  await using open = await openTestDatabase(engine);
  const reader = await aReader(open.db, "a@shapla.example");
  expect(await subscribe(open.db, "a@shapla.example")).toEqual({ reference: reader.reference });
  const [mail] = await mailsOf(open.db);
  expect(JSON.parse(mail?.content ?? "")).toEqual({
    template: "known-reader",
    name: "",
    key: reader.unsubscribe_token,
  });
  expect(await rowsOf(open.db)).toMatchObject([{ status: "confirmed", consent_text: "Send it to me." }]);
});
