import { expect, test } from "vitest";
import type { OutboxRow } from "#app/domain/mail/outbox/claims.ts";
import { readFailure } from "#app/domain/mail/outbox/deliver.ts";
import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import {
  actionContext,
  aReader,
  mailsOf,
  minutesLater,
  noon,
  readSubscriber,
  rowsOf,
  subscribe,
} from "../../leads/leads.fixture.ts";
import {
  deleteUnconfirmed,
  endSubscription,
  endSubscriptions,
  eraseSubscribers,
  resendConfirmations,
  restoreSubscriptions,
  trackMailbox,
} from "./change.ts";

const campaignMail = { template: "newsletter", name: "", issue: "i1", reader: "r1" } as const;

test.each(engines)("%s: staff can restore only subscriptions that they ended", async (engine) => {
  await using open = await openTestDatabase(engine);
  const [one, two] = [await aReader(open.db, "a@x.example"), await aReader(open.db, "b@x.example")];
  await write(open.db, (tx) =>
    endSubscription(tx, two, { status: "unsubscribed", by: "one-click", now: noon }),
  );
  expect(await endSubscriptions(open.db, [one.id, two.id], "unsubscribed", actionContext)).toEqual([one.id]);
  expect(await restoreSubscriptions(open.db, [one.id, two.id], actionContext)).toBe(1);
  const rows = await rowsOf(open.db);
  expect(rows.map(({ status }) => status)).toEqual(["confirmed", "unsubscribed"]);
  expect(await endSubscriptions(open.db, [one.id, two.id], "complained", actionContext)).toEqual([one.id]);
  expect(await readSubscriber(open.db, "b@x.example")).toMatchObject({ ended_by: "one-click" });
});

test.each(engines)("%s: R3 staff cannot restore readers who unsubscribed themselves", async (engine) => {
  await using open = await openTestDatabase(engine);
  const reader = await aReader(open.db);
  await endSubscriptions(open.db, [reader.id], "unsubscribed", actionContext);
  const ended = await readSubscriber(open.db, reader.email);
  await write(open.db, (tx) =>
    endSubscription(tx, ended, { status: "unsubscribed", by: "one-click", now: minutesLater(1) }),
  );
  expect(await restoreSubscriptions(open.db, [reader.id], actionContext)).toBe(0);
  expect(await readSubscriber(open.db, reader.email)).toMatchObject({
    status: "unsubscribed",
    ended_by: "one-click",
    status_before: "",
  });
});

test.each(engines)("%s: R4 erases a subscriber with their newsletter mail", async (engine) => {
  await using open = await openTestDatabase(engine);
  const reader = await aReader(open.db);
  const link = "https://x.example";
  await write(open.db, async (tx) => {
    const confirm = { template: "confirm-newsletter", name: "", key: "k".padEnd(22, "-") } as const;
    await queueMail(tx, { to: reader.email, mail: confirm }, noon);
    await queueMail(
      tx,
      { to: reader.email, mail: campaignMail, subject: "News", priority: 1, batch: "i1" },
      noon,
    );
    await queueMail(tx, { to: reader.email, mail: { template: "welcome", name: "", link } }, noon);
  });
  expect(await eraseSubscribers(open.db, [reader.id, "a\0b"], actionContext)).toBe(1);
  expect((await mailsOf(open.db)).map(({ template }) => template)).toEqual(["welcome"]);
  expect(await open.db.query.selectFrom("notices").selectAll().execute()).toEqual([]);
});

test.each(engines)("%s: cancels queued newsletters on unsubscribing", async (engine) => {
  await using open = await openTestDatabase(engine);
  const reader = await aReader(open.db);
  await write(open.db, async (tx) => {
    await queueMail(
      tx,
      { to: reader.email, mail: campaignMail, subject: "News", priority: 1, batch: "i1" },
      noon,
    );
    await queueMail(
      tx,
      { to: "other@x.example", mail: campaignMail, subject: "News", priority: 1, batch: "i1" },
      noon,
    );
    await queueMail(
      tx,
      { to: reader.email, mail: { template: "welcome", name: "", link: "https://x.example" } },
      noon,
    );
  });
  await endSubscriptions(open.db, [reader.id], "unsubscribed", actionContext);
  expect((await mailsOf(open.db)).map(({ status }) => status)).toEqual(["cancelled", "waiting", "waiting"]);
});

test.each(engines)("%s: resends a confirmation at most five times in half an hour", async (engine) => {
  await using open = await openTestDatabase(engine);
  await subscribe(open.db, "a@x.example");
  const row = await readSubscriber(open.db, "a@x.example");
  for (let n = 0; n < 4; n += 1) expect(await resendConfirmations(open.db, [row.id], actionContext)).toBe(1);
  await expect(resendConfirmations(open.db, [row.id], actionContext)).rejects.toMatchObject({
    code: "too-many",
  });
  expect(await mailsOf(open.db)).toHaveLength(5);
  await aReader(open.db, "b@x.example");
  expect(
    await resendConfirmations(open.db, [(await readSubscriber(open.db, "b@x.example")).id], actionContext),
  ).toBe(0);
});

test.each(engines)("%s: audits actions of staff without addresses", async (engine) => {
  await using open = await openTestDatabase(engine);
  const reader = await aReader(open.db);
  await endSubscriptions(open.db, [reader.id], "complained", actionContext);
  await eraseSubscribers(open.db, [reader.id], actionContext);
  const rows = await open.db.query.selectFrom("audit").selectAll().orderBy("id").execute();
  expect(rows.map(({ action, subject }) => [action, subject])).toEqual([
    ["subscriber.complained", reader.id],
    ["subscriber.erased", reader.id],
  ]);
  expect(JSON.stringify(rows)).not.toContain("@");
  expect(await rowsOf(open.db)).toEqual([]);
});

const refused = (responseCode: number, words: string) =>
  readFailure(Object.assign(new Error(words), { code: "EENVELOPE", command: "RCPT TO", responseCode }));

async function bounce(db: Database, failure: ReturnType<typeof readFailure> | null) {
  const mail = { to_key: "rahima@shapla.example" } as OutboxRow; // no other field is read
  await write(db, (tx) => trackMailbox(() => minutesLater(1))(tx, mail, failure));
  return (await readSubscriber(db, "rahima@shapla.example")).status;
}

test.each(engines)(
  "%s: M6 ends subscriptions of missing mailboxes, not on refused senders",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    await aReader(open.db);
    for (const words of ["550 5.7.1 relaying denied", "550 relay not permitted", "554 5.7.1 blocked as spam"])
      expect(await bounce(open.db, refused(550, words))).toBe("confirmed");
    expect(await bounce(open.db, refused(550, "550 5.1.1 no such user"))).toBe("bounced");
    expect(await readSubscriber(open.db, "rahima@shapla.example")).toMatchObject({
      ended_by: "mail-server",
      ended_reason: "550 5.1.1 no such user",
    });
  },
);

test.each(engines)("%s: M6 ends a subscription after three failures in a row", async (engine) => {
  await using open = await openTestDatabase(engine);
  await aReader(open.db);
  const full = refused(452, "452 4.2.2 mailbox full");
  expect(await bounce(open.db, full)).toBe("confirmed");
  expect(await bounce(open.db, full)).toBe("confirmed");
  expect(await bounce(open.db, null)).toBe("confirmed");
  expect(await bounce(open.db, full)).toBe("confirmed");
  expect(await bounce(open.db, full)).toBe("confirmed");
  expect(await bounce(open.db, full)).toBe("bounced");
});

test.each(engines)("%s: R4 deletes unconfirmed addresses after a month, but no readers", async (engine) => {
  await using open = await openTestDatabase(engine);
  await subscribe(open.db, "a@x.example");
  await subscribe(open.db, "b@x.example", { honeypot: "x" });
  await aReader(open.db, "c@x.example");
  await deleteUnconfirmed(open.db, minutesLater(29 * 24 * 60));
  expect(await rowsOf(open.db)).toHaveLength(3);
  await deleteUnconfirmed(open.db, minutesLater(31 * 24 * 60));
  expect((await rowsOf(open.db)).map(({ email }) => email)).toEqual(["c@x.example"]);
});
