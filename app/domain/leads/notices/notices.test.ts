import { expect, test } from "vitest";
import type { Database } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { acceptMessage } from "../intake/accept-lead.ts";
import { saveLeadSettings } from "../lead-settings.ts";
import {
  aMessage,
  aStaffMember,
  inTransaction,
  later,
  minutesLater,
  readMails,
  sendLead,
  someMetadata,
} from "../leads.fixture.ts";
import { changeLeads } from "../workflow/change-leads.ts";
import { notifyOfFailedMail, sendDigests } from "./due-notices.ts";

const actionContext = { actor: { id: "admin", requestId: "test" }, now: minutesLater(0) };
const save = (db: Database, settings: object) =>
  inTransaction(db, (tx) => saveLeadSettings(tx, settings, { ...actionContext, basedOn: 0 }));
const noticesIn = async (db: Database) =>
  (await readMails(db)).filter(({ template }) => template === "notice");

test.each(engines)("%s: notifies the company's address, or else every admin", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await aStaffMember(db, { name: "Nadia", role: "admin" });
  await aStaffMember(db, { name: "Karim" });
  await sendLead(db);
  expect((await noticesIn(db)).map(({ to }) => to)).toEqual(["nadia@kolpona.example"]);
  const company = JSON.stringify({ company: { email: "hello@kolpona.example" } });
  const row = { key: "company", data: company, version: 1, updated_at: actionContext.now.toISOString() };
  await db.query.insertInto("settings").values(row).execute();
  await sendLead(db, { email: "karim@shapla.example" });
  expect((await noticesIn(db)).map(({ to }) => to)).toEqual([
    "nadia@kolpona.example",
    "hello@kolpona.example",
  ]);
});

test.each(engines)("%s: notifies each configured recipient once, except former staff", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [nadia, karim] = [await aStaffMember(db), await aStaffMember(db, { name: "Karim" })];
  await db.query.updateTable("users").set({ banned: 1 }).where("id", "=", karim.actor.id).execute();
  const people = [nadia.actor.id, karim.actor.id];
  const addresses = ["Desk@kolpona.example", "nadia@kolpona.example"];
  await save(db, { notices: { message: { people, addresses, pace: "at-once" }, call: { pace: "never" } } });
  await sendLead(db, { name: "<b>Rahima</b>" });
  await sendLead(db, {}, {}, "call");
  const notices = await noticesIn(db);
  expect(notices.map(({ to }) => to).sort()).toEqual(["Desk@kolpona.example", "nadia@kolpona.example"]);
  expect(notices[0]?.content.items[0]).toMatchObject({
    event: "message",
    path: expect.stringMatching(/^\/dashboard\/usercontactdata\/[\w-]{36}$/),
    facts: expect.arrayContaining([{ label: "From", value: "<b>Rahima</b>" }]),
    text: "Do you build ledgers?",
  });
});

test.each(engines)("%s: a summary contains new leads once, without spam", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const recipients = { people: [nadia.actor.id], pace: "daily" };
  await save(db, { notices: { message: recipients, call: { ...recipients, pace: "hourly" } } });
  const spam = await sendLead(db, { message: "Buy now" });
  for (const n of [1, 2]) await sendLead(db, { message: `Number ${n}`, email: `a${n}@shapla.example` });
  await sendLead(db, {}, {}, "call");
  await inTransaction(db, (tx) => changeLeads(tx, "message", [spam], { status: "spam" }, nadia));
  expect(await sendDigests(db, minutesLater(59))).toBe(0);
  expect(await sendDigests(db, minutesLater(60))).toBe(1);
  // 8:00 UTC of the next day.
  expect(await sendDigests(db, minutesLater(20 * 60 - 1))).toBe(0);
  const twice = await Promise.all([1, 2].map(() => sendDigests(db, minutesLater(20 * 60))));
  expect(twice.reduce((sum, one) => sum + one)).toBe(1);
  const [calls, messages, ...more] = await noticesIn(db);
  expect(more).toEqual([]);
  expect(calls?.subject).toMatch(/^New call request: FD-/);
  expect(messages).toMatchObject({ subject: "2 new messages", content: { more: 0 } });
});

test.each(engines)("%s: P4 summarizes a flood of messages for each recipient", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await aStaffMember(db, { role: "admin" });
  for (let n = 0; n < 33; n += 1) await sendLead(db, { email: `a${n}@shapla.example` });
  expect(await noticesIn(db)).toHaveLength(30);
  expect(await sendDigests(db, minutesLater(60))).toBe(1);
  expect((await noticesIn(db)).at(-1)?.subject).toBe("3 new messages");
});

test.each(engines)("%s: announces spam only when it is marked as not spam", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db, { role: "admin" });
  const id = await sendLead(db, {}, { honeypot: "x" });
  expect(await readMails(db)).toEqual([]);
  const set = (status: string) =>
    inTransaction(db, (tx) => changeLeads(tx, "message", [id], { status }, later(nadia, 5)));
  await set("new");
  expect((await readMails(db)).map(({ template }) => template).sort()).toEqual(["lead-receipt", "notice"]);
  await set("spam");
  await set("new");
  expect(await readMails(db)).toHaveLength(2);
});

test.each(engines)("%s: M4 limits receipts and excludes the sender's text", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const words = {
    name: "Mallory http",
    message: "Mallory message",
    company: "Mallory company",
    service: "Mallory service",
  };
  const send = (n: number) =>
    acceptMessage(
      db,
      aMessage({ ...words, message: `Mallory message ${n}`, phone: "+8801700000999" }),
      someMetadata({
        address: `198.51.100.${n}`,
        now: minutesLater(n * 40),
        referrer: "https://mallory.example/x",
      }),
    );
  for (let n = 0; n < 9; n += 1) await send(n);
  const mails = await readMails(db);
  expect(mails.filter(({ template }) => template === "lead-receipt")).toHaveLength(5);
  expect(JSON.stringify(mails)).not.toMatch(/mallory|1700000999/i);
  const suppressed = await db.query.selectFrom("notices").select("id").where("mail_id", "is", null).execute();
  expect(suppressed).toHaveLength(4);
});

test.each(engines)("%s: M6 announces failed mail once, but not failed notices", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await aStaffMember(db, { role: "admin" });
  await sendLead(db);
  const fail = { status: "failed" as const, last_error: "550 no such user" };
  await db.query.updateTable("outbox").set(fail).execute();
  expect(await notifyOfFailedMail(db, minutesLater(5))).toBe(1);
  expect(await notifyOfFailedMail(db, minutesLater(6))).toBe(0);
  const notice = (await noticesIn(db)).at(-1);
  expect(notice?.subject).toMatch(/^E-mail that could not be delivered: Your message, FD-/);
  expect(notice?.content.items[0]).toMatchObject({ text: "550 no such user", path: "/dashboard/mail" });
});

test.each(engines)("%s: rejects settings based on a stale version", async (engine) => {
  await using open = await openTestDatabase(engine);
  await save(open.db, {});
  await expect(save(open.db, {})).rejects.toMatchObject({ code: "stale" });
  await expect(save(open.db, { retention: { closedMonths: 0 } })).rejects.toMatchObject({
    fields: { "retention.closedMonths": "Write a whole number from 1 to 120, or leave it empty" },
  });
});
