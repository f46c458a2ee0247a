import { expect, test } from "vitest";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import {
  aStaffMember,
  inTransaction,
  later,
  minutesLater,
  noon,
  readLead,
  readMails,
  sendLead,
} from "../leads.fixture.ts";
import { recordAnswer, recordCall, sendReply } from "./answers.ts";
import { addNote, changeNote, removeNote, restoreNote } from "./notes.ts";

test.each(engines)("%s: stores a reply with its mail and status", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const lead = { kind: "message", id: await sendLead(db) } as const;
  const reply = (input: object, minutes: number) =>
    inTransaction(db, (tx) => sendReply(tx, lead, input, later(nadia, minutes)));
  await reply({ text: "Yes, we do.", status: "waiting" }, 90);
  const row = await readLead(db, lead.id);
  expect(row).toMatchObject({
    status: "waiting",
    answered_at: minutesLater(90).toISOString(),
    answer_minutes: 90,
  });
  await reply({ text: "And soon." }, 120);
  expect(await readLead(db, lead.id)).toMatchObject({ status: "open", answer_minutes: 90 });
  const mails = await readMails(db);
  expect(mails.map(({ template, subject }) => [template, subject])).toEqual([
    ["lead-receipt", `Your message, ${row.reference}`],
    ["lead-reply", `Re: Your message, ${row.reference}`],
    ["lead-reply", `Re: Your message, ${row.reference}`],
  ]);
  expect(mails[2]?.content).toMatchObject({
    text: "And soon.",
    asked: { at: noon.toISOString(), text: "Do you build ledgers?" },
    earlier: [mails[0]?.id, mails[1]?.id],
  });
});

test.each(engines)("%s: a reply without a mail server does not count as answer", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const lead = { kind: "message", id: await sendLead(db) } as const;
  await inTransaction(db, (tx) =>
    sendReply(tx, lead, { text: "Yes", status: "closed" }, later(nadia, 5), { isSending: false }),
  );
  expect(await readLead(db, lead.id)).toMatchObject({
    status: "new",
    answered_at: null,
    answer_minutes: null,
  });
  expect((await readMails(db)).map(({ template }) => template)).toContain("lead-reply");
});

test.each(engines)("%s: D7 sends a repeated reply once", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const lead = { kind: "message", id: await sendLead(db) } as const;
  const send = () =>
    inTransaction(db, (tx) => sendReply(tx, lead, { text: "Yes", seen: "", key: "k1" }, nadia));
  const ids = await Promise.all([send(), send(), send()]);
  expect(new Set(ids).size).toBe(1);
  expect((await readMails(db)).filter(({ template }) => template === "lead-reply")).toHaveLength(1);
});

test.each(engines)("%s: D6 rejects a reply whose author has not seen the last", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [nadia, karim] = [await aStaffMember(db), await aStaffMember(db, { name: "Karim" })];
  const lead = { kind: "message", id: await sendLead(db) } as const;
  const first = await inTransaction(db, (tx) => sendReply(tx, lead, { text: "Yes", seen: "" }, nadia));
  const again = (seen: string) => inTransaction(db, (tx) => sendReply(tx, lead, { text: "No", seen }, karim));
  await expect(again("")).rejects.toMatchObject({ code: "stale", message: expect.stringContaining("Nadia") });
  await expect(again(first)).resolves.toEqual(expect.any(String));
});

test.each(engines)("%s: rejects replies to spam, without text or without address", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const spam = await sendLead(db, {}, { honeypot: "x" });
  const call = await sendLead(db, {}, {}, "call");
  const send = (kind: "message" | "call", id: string, text = "Yes") =>
    inTransaction(db, (tx) => sendReply(tx, { kind, id }, { text }, nadia));
  await expect(send("message", spam)).rejects.toMatchObject({ code: "invalid" });
  await expect(send("call", call)).rejects.toMatchObject({ code: "invalid" });
  await expect(send("message", "none")).rejects.toMatchObject({ code: "missing" });
  await expect(send("message", spam, " \u200b ")).rejects.toMatchObject({
    fields: { text: "Write the answer" },
  });
  expect(await readMails(db)).toEqual([]);
});

test.each(engines)("%s: stores earlier versions of a note and restores it", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const lead = { kind: "message", id: await sendLead(db) } as const;
  const note = await inTransaction(db, (tx) => addNote(tx, lead, { text: "An hour’s work" }, nadia));
  await inTransaction(db, (tx) => changeNote(tx, note, { text: "Two hours" }, later(nadia, 5)));
  await inTransaction(db, (tx) => changeNote(tx, note, { text: "Two hours" }, later(nadia, 6)));
  const edits = await db.query.selectFrom("lead_note_edits").select(["body", "at"]).execute();
  expect(edits).toEqual([{ body: "An hour’s work", at: minutesLater(5).toISOString() }]);
  await inTransaction(db, (tx) => removeNote(tx, note, nadia));
  await expect(inTransaction(db, (tx) => changeNote(tx, note, { text: "x" }, nadia))).rejects.toMatchObject({
    code: "missing",
  });
  await inTransaction(db, (tx) => restoreNote(tx, note, nadia));
  expect(await db.query.selectFrom("lead_notes").select(["body", "deleted_at"]).execute()).toEqual([
    { body: "Two hours", deleted_at: null },
  ]);
});

test.each(engines)("%s: counts call attempts until the first answer", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const id = await sendLead(db, {}, {}, "call");
  const call = (outcome: string, minutes: number) =>
    inTransaction(db, (tx) => recordCall(tx, id, { outcome }, later(nadia, minutes)));
  expect(await call("not-reached", 10)).toBe(1);
  expect(await call("not-reached", 20)).toBe(2);
  expect(await readLead(db, id)).toMatchObject({ status: "open", tries: 2, answered_at: null });
  await call("done", 30);
  expect(await readLead(db, id)).toMatchObject({ status: "closed", answer_minutes: 30 });
  await expect(call("maybe", 40)).rejects.toMatchObject({ fields: { outcome: expect.any(String) } });
});

test.each(engines)("%s: an answer by phone counts as first answer", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const lead = { kind: "message", id: await sendLead(db) } as const;
  await inTransaction(db, (tx) => recordAnswer(tx, lead, later(nadia, 45)));
  expect(await readLead(db, lead.id)).toMatchObject({ status: "open", answer_minutes: 45 });
});
