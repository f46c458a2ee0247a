import { expect, test } from "vitest";
import type { Database } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { countNew } from "../inbox/count-inbox.ts";
import { acceptCall, acceptMessage } from "../intake/accept-lead.ts";
import { countLeadDays, countUnanswered, listUnanswered } from "./unanswered.ts";

const origin = (at: string) => ({ address: "203.0.113.7", consentText: "Yes.", now: new Date(at) });

/** Creates leads of one week with different statuses. */
async function createLeads(db: Database) {
  for (const [n, at] of [
    "2026-03-01T17:30:00.000Z",
    "2026-03-01T18:30:00.000Z",
    "2026-03-02T10:00:00.000Z",
  ].entries())
    await acceptMessage(
      db,
      { name: `Person ${n}`, email: `p${n}@shapla.example`, message: `Message ${n}`, consent: true },
      origin(at),
    );
  await acceptCall(
    db,
    { name: "Rahima", phone: "+8801712345678", topic: "A new shop", consent: true },
    origin("2026-03-01T20:00:00.000Z"),
  );
  await db.query.updateTable("leads").set({ status: "closed" }).where("name", "=", "Person 0").execute();
}

test.each(engines)("%s: lists leads by longest wait", async (engine) => {
  await using open = await openTestDatabase(engine);
  expect(await countUnanswered(open.db)).toEqual({ messages: 0, calls: 0 });
  await createLeads(open.db);
  expect(await countUnanswered(open.db)).toEqual({ messages: 2, calls: 1 });
  expect((await listUnanswered(open.db, 2)).map(({ name, about }) => [name, about])).toEqual([
    ["Person 1", "Message 1"],
    ["Rahima", "A new shop"],
  ]);
  const hidden = { snoozed_until: "2026-04-01T00:00:00.000Z" };
  await open.db.query.updateTable("leads").set(hidden).where("kind", "=", "call").execute();
  await open.db.query.updateTable("leads").set({ status: "spam" }).where("name", "=", "Person 1").execute();
  expect((await listUnanswered(open.db, 9)).map(({ name }) => name)).toEqual(["Person 2"]);
});

test.each(engines)("%s: does not count snoozed, merged or erased leads as new", async (engine) => {
  await using open = await openTestDatabase(engine);
  await createLeads(open.db);
  expect(await countNew(open.db, "message")).toBe(2);
  expect(await countNew(open.db, "call")).toBe(1);
  await open.db.query
    .updateTable("leads")
    .set({ snoozed_until: "2026-04-01T00:00:00.000Z" })
    .where("kind", "=", "call")
    .execute();
  expect(await countNew(open.db, "call")).toBe(0);
  const change = (name: string, values: { erased_at?: string; merged_into?: string }) =>
    open.db.query.updateTable("leads").set(values).where("name", "=", name).execute();
  await change("Person 1", { erased_at: "2026-03-03T00:00:00.000Z" });
  expect(await countNew(open.db, "message")).toBe(1);
  const first = open.db.query.selectFrom("leads").select("id").where("name", "=", "Person 0");
  await change("Person 2", { merged_into: (await first.executeTakeFirstOrThrow()).id });
  expect(await countNew(open.db, "message")).toBe(0);
});

test.each(engines)("%s: counts leads by the company's days, without spam", async (engine) => {
  await using open = await openTestDatabase(engine);
  await createLeads(open.db);
  const days = ["2026-02-28", "2026-03-01", "2026-03-02"];
  expect(await countLeadDays(open.db, days, "Asia/Dhaka")).toEqual([
    { day: "2026-02-28", leads: 0, open: 0 },
    { day: "2026-03-01", leads: 1, open: 0 },
    { day: "2026-03-02", leads: 3, open: 3 },
  ]);
  await open.db.query.updateTable("leads").set({ status: "spam" }).where("kind", "=", "message").execute();
  expect(await countLeadDays(open.db, days, "UTC")).toEqual([
    { day: "2026-02-28", leads: 0, open: 0 },
    { day: "2026-03-01", leads: 1, open: 1 },
    { day: "2026-03-02", leads: 0, open: 0 },
  ]);
});
