import { expect, test } from "vitest";
import type { Database } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { findByWords } from "./inbox/read-inbox.ts";
import { aStaffMember, inTransaction, later, noon, readLead, sendLead } from "./leads.fixture.ts";
import { erasureDateOf, purgeLeads } from "./retention.ts";
import { sendReply } from "./workflow/answers.ts";
import { changeLeads, mergeLeads } from "./workflow/change-leads.ts";
import { addNote } from "./workflow/notes.ts";

const secret = "Zarina Unmistakable";
const afterMonths = (months: number, days = 0) => new Date(Date.UTC(2026, 2 + months, 1 + days, 12));

test.each(engines)("%s: R4 erases leads closed a year ago and preserves statistics", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const part = {
    name: secret,
    message: secret,
    company: secret,
    service: secret,
    email: "zarina@shapla.example",
    phone: "01712345678",
  };
  const id = await sendLead(db, part, { userAgent: secret, referrer: `https://x.example/${secret}` });
  const double = await sendLead(db, { ...part, message: `${secret} again` });
  const lead = { kind: "message", id } as const;
  await inTransaction(db, (tx) => mergeLeads(tx, "message", { into: id, ids: [double] }, nadia));
  await inTransaction(db, (tx) => addNote(tx, lead, { text: secret }, nadia));
  await inTransaction(db, (tx) => sendReply(tx, lead, { text: secret, status: "closed" }, later(nadia, 60)));
  const openLead = await sendLead(db, {
    name: "Karim",
    email: "karim@shapla.example",
    message: "Still open",
  });
  expect(await purgeLeads(db, afterMonths(12))).toBe(0);
  expect(await purgeLeads(db, afterMonths(13))).toBe(1);
  expect(await dumpTables(db)).not.toMatch(/zarina|1712345678/i);
  expect(await readLead(db, id)).toMatchObject({
    status: "closed",
    name: "",
    message: "",
    answer_minutes: 60,
    erased_at: afterMonths(13).toISOString(),
    created_at: noon.toISOString(),
  });
  expect(await readLead(db, openLead)).toMatchObject({
    name: "Karim",
    message: "Still open",
    network: "",
    user_agent: "",
  });
  expect(await findByWords(db, "message", "zarina")).toEqual([]);
  expect(await findByWords(db, "message", "karim")).toEqual([openLead]);
});

test.each(engines)("%s: R4 erases spam sooner and counts from closing", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const spam = await sendLead(db, {}, { honeypot: "x" });
  const call = await sendLead(db, {}, {}, "call");
  await inTransaction(db, (tx) =>
    changeLeads(tx, "call", [call], { status: "closed" }, { ...nadia, now: afterMonths(6) }),
  );
  expect(await purgeLeads(db, afterMonths(0, 61))).toBe(1);
  expect((await readLead(db, spam)).erased_at).not.toBeNull();
  expect(await purgeLeads(db, afterMonths(13))).toBe(0);
  expect(await purgeLeads(db, afterMonths(18, 1))).toBe(1);
  expect(await readLead(db, call)).toMatchObject({ phone: "", name: "" });
});

test.each(engines)("%s: R4 clears the service of erased leads", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const erased = await sendLead(db, { service: secret });
  const other = await sendLead(db, { service: "Web development", email: "karim@shapla.example" });
  await db.query
    .updateTable("leads")
    .set({ erased_at: noon.toISOString() })
    .where("id", "=", erased)
    .execute();
  await purgeLeads(db, noon);
  expect(await readLead(db, erased)).toMatchObject({ service: "" });
  expect(await readLead(db, other)).toMatchObject({ service: "Web development" });
});

test("returns the day on which a lead is erased", () => {
  const retention = { closedMonths: 1, spamDays: 60, traceDays: 90 };
  const closed = { status: "closed", closed_at: "2026-01-31T10:00:00.000Z" };
  expect(erasureDateOf(closed, retention)?.toISOString()).toBe("2026-02-28T10:00:00.000Z");
  expect(erasureDateOf({ ...closed, status: "spam" }, retention)?.toISOString()).toBe(
    "2026-04-01T10:00:00.000Z",
  );
  expect(erasureDateOf(closed, { ...retention, closedMonths: null })).toBeNull();
  expect(erasureDateOf({ status: "open", closed_at: null }, retention)).toBeNull();
});

/** Returns every value of every table except the settings. */
async function dumpTables(db: Database): Promise<string> {
  const rows: unknown[] = [];
  for (const { name } of await db.query.introspection.getTables()) {
    if (/^(entry_search|lead_search_(data|idx)|kysely_)/.test(name)) continue;
    rows.push(
      await db.query
        .selectFrom(name as "leads")
        .selectAll()
        .execute(),
    );
  }
  return JSON.stringify(rows);
}
