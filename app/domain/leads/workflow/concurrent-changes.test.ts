import { expect, test } from "vitest";
import { sendAgain } from "#app/domain/mail/outbox/handle-mail.ts";
import type { Database } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { readTimeline } from "../inbox/timeline.ts";
import { findLead } from "../lead.ts";
import { aStaffMember, inTransaction, later, readLead, readMails, sendLead } from "../leads.fixture.ts";
import { eraseLeadsOf } from "../retention.ts";
import { sendReply } from "./answers.ts";
import { changeLeads, mergeLeads, restoreLeads, serializeSnapshots, unmergeLeads } from "./change-leads.ts";

async function createTwoLeads(db: Database): Promise<[string, string]> {
  return [await sendLead(db), await sendLead(db, { message: `Another, at ${performance.now()}` })];
}

test.each(engines)("%s: a reply to merged messages requires having seen all replies", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const [main, double] = [await sendLead(db), await sendLead(db, { email: "karim@shapla.example" })];
  const reply = (id: string, input: object, minutes: number) =>
    inTransaction(db, (tx) => sendReply(tx, { kind: "message", id }, input, later(nadia, minutes)));
  await reply(main, { text: "First." }, 1);
  const last = await reply(double, { text: "Second." }, 2);
  await inTransaction(db, (tx) => mergeLeads(tx, "message", { into: main, ids: [double] }, nadia));
  const lead = await findLead(db, "message", main);
  const seen = lead && (await readTimeline(db, lead)).findLast(({ type }) => type === "reply")?.id;
  expect(seen).toBe(last);
  await expect(reply(main, { text: "Unseen", seen: "" }, 3)).rejects.toMatchObject({ code: "stale" });
  await reply(main, { text: "Third.", seen }, 4);
  const mails = await readMails(db);
  const [receipt, , first] = mails;
  // Mail to another sender is not part of this conversation.
  expect(mails.at(-1)?.content).toMatchObject({ text: "Third.", earlier: [receipt?.id, first?.id] });
});

test.each(engines)("%s: D7 rejects other text under the same key", async (engine) => {
  await using open = await openTestDatabase(engine);
  const nadia = await aStaffMember(open.db);
  const lead = { kind: "message", id: await sendLead(open.db) } as const;
  const send = (text: string) =>
    inTransaction(open.db, (tx) => sendReply(tx, lead, { text, key: "k1" }, nadia));
  const id = await send("One");
  expect(await send("One")).toBe(id);
  await expect(send("Another")).rejects.toMatchObject({ code: "in-use" });
});

test.each(engines)("%s: concurrent merges into each other do not deadlock", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const [one, two] = await createTwoLeads(db);
  const merge = (into: string, other: string) =>
    inTransaction(db, (tx) => mergeLeads(tx, "message", { into, ids: [other] }, nadia));
  for (let round = 0; round < 12; round += 1) {
    const results = await Promise.allSettled([merge(one, two), merge(two, one)]);
    const refused = results.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    expect(refused).toMatchObject([{ code: "invalid" }]);
    const moved = [(await readLead(db, one)).merged_into === null ? two : one];
    expect(await inTransaction(db, (tx) => unmergeLeads(tx, "message", moved, nadia))).toBe(1);
  }
});

test.each(engines)("%s: D6 undo skips leads changed since", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const [one, two] = await createTwoLeads(db);
  const change = (ids: string[], input: object) =>
    inTransaction(db, (tx) => changeLeads(tx, "message", ids, input, nadia));
  const before = await change([one, two], { status: "closed" });
  await change([two], { status: "waiting" });
  const restored = await inTransaction(db, (tx) =>
    restoreLeads(tx, "message", serializeSnapshots(before), nadia),
  );
  expect(restored).toBe(1);
  expect((await readLead(db, one)).status).toBe("new");
  expect((await readLead(db, two)).status).toBe("waiting");
});

test.each(engines)("%s: R4 erasing a lead unmerges leads of other senders", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const [main, double] = [await sendLead(db), await sendLead(db, { email: "karim@shapla.example" })];
  await inTransaction(db, (tx) => mergeLeads(tx, "message", { into: main, ids: [double] }, nadia));
  const lead = { kind: "message", id: main } as const;
  await inTransaction(db, (tx) => sendReply(tx, lead, { text: "Yes." }, nadia));
  await db.query.updateTable("outbox").set({ status: "sent" }).execute();
  const [reply] = (await readMails(db)).filter(({ template }) => template === "lead-reply");
  await inTransaction(db, (tx) => sendAgain(tx, reply?.id ?? "", nadia));
  await inTransaction(db, (tx) => eraseLeadsOf(tx, "rahima@shapla.example", nadia.now));
  expect((await readLead(db, main)).erased_at).not.toBeNull();
  expect(await readLead(db, double)).toMatchObject({ merged_into: null, erased_at: null });
  const left = (await readMails(db)).map(({ to }) => to);
  expect(left).not.toContain("rahima@shapla.example");
});

test.each(engines)("%s: treats ids that cannot be stored as missing", async (engine) => {
  await using open = await openTestDatabase(engine);
  const nadia = await aStaffMember(open.db);
  for (const id of ["a\0b", "\ud800"])
    await expect(
      inTransaction(open.db, (tx) => changeLeads(tx, "message", [id], { status: "closed" }, nadia)),
    ).rejects.toMatchObject({ code: "missing" });
});
