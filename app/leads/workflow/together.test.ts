import { expect, test } from "vitest";
import type { Database } from "#app/database/database.ts";
import { sendAgain } from "#app/mail/outbox/handle-mail.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { readTimeline } from "../inbox/timeline.ts";
import { findLead } from "../lead.ts";
import { aStaffMember, inOne, later, readLead, readMails, sendLead } from "../leads.fixture.ts";
import { eraseLeadsOf } from "../retention.ts";
import { sendReply } from "./answers.ts";
import { changeLeads, mergeLeads, restoreLeads, unmergeLeads, writeBefore } from "./change-leads.ts";

async function twoLeads(db: Database): Promise<[string, string]> {
  return [await sendLead(db), await sendLead(db, { message: `Another, at ${performance.now()}` })];
}

test.each(engines)(
  "%s: a message with doubles is answered by who has seen the answers of all",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const nadia = await aStaffMember(db);
    const [main, double] = [await sendLead(db), await sendLead(db, { email: "karim@shapla.example" })];
    const reply = (id: string, input: object, minutes: number) =>
      inOne(db, (tx) => sendReply(tx, { kind: "message", id }, input, later(nadia, minutes)));
    await reply(main, { text: "First." }, 1);
    const last = await reply(double, { text: "Second." }, 2);
    await inOne(db, (tx) => mergeLeads(tx, "message", { into: main, ids: [double] }, nadia));
    const lead = await findLead(db, "message", main);
    const seen = lead && (await readTimeline(db, lead)).findLast(({ type }) => type === "reply")?.id;
    expect(seen).toBe(last);
    await expect(reply(main, { text: "Unseen", seen: "" }, 3)).rejects.toMatchObject({ code: "stale" });
    await reply(main, { text: "Third.", seen }, 4);
    const mails = await readMails(db);
    const [receipt, , first] = mails;
    // What went to somebody else is no part of this conversation.
    expect(mails.at(-1)?.content).toMatchObject({ text: "Third.", earlier: [receipt?.id, first?.id] });
  },
);

test.each(engines)(
  "%s: D7 other words under the key of an answer are refused, and not lost",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const nadia = await aStaffMember(open.db);
    const lead = { kind: "message", id: await sendLead(open.db) } as const;
    const send = (text: string) => inOne(open.db, (tx) => sendReply(tx, lead, { text, key: "k1" }, nadia));
    const id = await send("One");
    expect(await send("One")).toBe(id);
    await expect(send("Another")).rejects.toMatchObject({ code: "in-use" });
  },
);

test.each(engines)("%s: two who put the same two under each other do not wait for ever", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const [one, two] = await twoLeads(db);
  const merge = (into: string, other: string) =>
    inOne(db, (tx) => mergeLeads(tx, "message", { into, ids: [other] }, nadia));
  for (let round = 0; round < 12; round += 1) {
    const ends = await Promise.allSettled([merge(one, two), merge(two, one)]);
    const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    expect(refused).toMatchObject([{ code: "invalid" }]);
    const moved = [(await readLead(db, one)).merged_into === null ? two : one];
    expect(await inOne(db, (tx) => unmergeLeads(tx, "message", moved, nadia))).toBe(1);
  }
});

test.each(engines)("%s: D6 taking back leaves alone what somebody else has changed since", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const [one, two] = await twoLeads(db);
  const change = (ids: string[], input: object) =>
    inOne(db, (tx) => changeLeads(tx, "message", ids, input, nadia));
  const before = await change([one, two], { status: "closed" });
  await change([two], { status: "waiting" });
  const restored = await inOne(db, (tx) => restoreLeads(tx, "message", writeBefore(before), nadia));
  expect(restored).toBe(1);
  expect((await readLead(db, one)).status).toBe("new");
  expect((await readLead(db, two)).status).toBe("waiting");
});

test.each(engines)(
  "%s: R4 when its main message goes with its sender, what another sent stands again",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const nadia = await aStaffMember(db);
    const [main, double] = [await sendLead(db), await sendLead(db, { email: "karim@shapla.example" })];
    await inOne(db, (tx) => mergeLeads(tx, "message", { into: main, ids: [double] }, nadia));
    const lead = { kind: "message", id: main } as const;
    await inOne(db, (tx) => sendReply(tx, lead, { text: "Yes." }, nadia));
    await db.query.updateTable("outbox").set({ status: "sent" }).execute();
    const [reply] = (await readMails(db)).filter(({ template }) => template === "lead-reply");
    await inOne(db, (tx) => sendAgain(tx, reply?.id ?? "", nadia));
    await inOne(db, (tx) => eraseLeadsOf(tx, "rahima@shapla.example", nadia.now));
    expect((await readLead(db, main)).erased_at).not.toBeNull();
    expect(await readLead(db, double)).toMatchObject({ merged_into: null, erased_at: null });
    const left = (await readMails(db)).map(({ to }) => to);
    expect(left).not.toContain("rahima@shapla.example");
  },
);

test.each(engines)("%s: what no database can hold is the name of nothing", async (engine) => {
  await using open = await openTestDatabase(engine);
  const nadia = await aStaffMember(open.db);
  for (const id of ["a\0b", "\ud800"])
    await expect(
      inOne(open.db, (tx) => changeLeads(tx, "message", [id], { status: "closed" }, nadia)),
    ).rejects.toMatchObject({ code: "missing" });
});
