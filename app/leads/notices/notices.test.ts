import { expect, test } from "vitest";
import type { Database } from "#app/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { acceptMessage } from "../intake/accept-lead.ts";
import { saveLeadSettings } from "../lead-settings.ts";
import {
  aMessage,
  aStaffMember,
  inOne,
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
  inOne(db, (tx) => saveLeadSettings(tx, settings, { ...actionContext, basedOn: 0 }));
const noticesIn = async (db: Database) =>
  (await readMails(db)).filter(({ template }) => template === "notice");

test.each(engines)(
  "%s: something that comes in is never unheard: the company's address, or every admin",
  async (engine) => {
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
  },
);

test.each(engines)(
  "%s: those named hear of it, each once, and those who have left do not",
  async (engine) => {
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
  },
);

test.each(engines)(
  "%s: a summary tells once and together what came in, but not what was spam after all",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const nadia = await aStaffMember(db);
    const quiet = { people: [nadia.actor.id], pace: "daily" };
    await save(db, { notices: { message: quiet, call: { ...quiet, pace: "hourly" } } });
    const spam = await sendLead(db, { message: "Buy now" });
    for (const n of [1, 2]) await sendLead(db, { message: `Number ${n}`, email: `a${n}@shapla.example` });
    await sendLead(db, {}, {}, "call");
    await inOne(db, (tx) => changeLeads(tx, "message", [spam], { status: "spam" }, nadia));
    expect(await sendDigests(db, minutesLater(59))).toBe(0);
    expect(await sendDigests(db, minutesLater(60))).toBe(1);
    // Eight in the morning of the next day, UTC.
    expect(await sendDigests(db, minutesLater(20 * 60 - 1))).toBe(0);
    const twice = await Promise.all([1, 2].map(() => sendDigests(db, minutesLater(20 * 60))));
    expect(twice.reduce((sum, one) => sum + one)).toBe(1);
    const [calls, messages, ...more] = await noticesIn(db);
    expect(more).toEqual([]);
    expect(calls?.subject).toMatch(/^New call request: FD-/);
    expect(messages).toMatchObject({ subject: "2 new messages", content: { more: 0 } });
  },
);

test.each(engines)(
  "%s: P4 a flood of messages becomes one summary for each who would hear of them",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    await aStaffMember(db, { role: "admin" });
    for (let n = 0; n < 33; n += 1) await sendLead(db, { email: `a${n}@shapla.example` });
    expect(await noticesIn(db)).toHaveLength(30);
    expect(await sendDigests(db, minutesLater(60))).toBe(1);
    expect((await noticesIn(db)).at(-1)?.subject).toBe("3 new messages");
  },
);

test.each(engines)("%s: spam is told nobody, until somebody says that it is none", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db, { role: "admin" });
  const id = await sendLead(db, {}, { honeypot: "x" });
  expect(await readMails(db)).toEqual([]);
  const set = (status: string) =>
    inOne(db, (tx) => changeLeads(tx, "message", [id], { status }, later(nadia, 5)));
  await set("new");
  expect((await readMails(db)).map(({ template }) => template).sort()).toEqual(["lead-receipt", "notice"]);
  await set("spam");
  await set("new");
  expect(await readMails(db)).toHaveLength(2);
});

test.each(engines)(
  "%s: M4 whoever is thanked gets a few of these, and nothing of what was written",
  async (engine) => {
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
    const held = await db.query.selectFrom("notices").select("id").where("mail_id", "is", null).execute();
    expect(held).toHaveLength(4);
  },
);

test.each(engines)("%s: M6 mail that was given up is told once; a notice that was, never", async (engine) => {
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

test.each(engines)("%s: rules that somebody else changed meanwhile are not overwritten", async (engine) => {
  await using open = await openTestDatabase(engine);
  await save(open.db, {});
  await expect(save(open.db, {})).rejects.toMatchObject({ code: "stale" });
  await expect(save(open.db, { retention: { closedMonths: 0 } })).rejects.toMatchObject({
    fields: { "retention.closedMonths": "Write a whole number from 1 to 120, or leave it empty" },
  });
});
