import { expect, test } from "vitest";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import {
  aStaffMember,
  inTransaction,
  later,
  minutesLater,
  noon,
  readLead,
  sendLead,
} from "../leads.fixture.ts";
import {
  changeLeads,
  mergeLeads,
  restoreLeads,
  serializeSnapshots,
  unmergeLeads,
  unsnoozeLeads,
} from "./change-leads.ts";

test.each(engines)("%s: assigning opens a lead and records events and audit", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const id = await sendLead(db);
  await inTransaction(db, (tx) => changeLeads(tx, "message", [id], { assignee: nadia.actor.id }, nadia));
  expect(await readLead(db, id)).toMatchObject({ status: "open", assignee_id: nadia.actor.id });
  await inTransaction(db, (tx) => changeLeads(tx, "message", [id], { status: "closed" }, later(nadia, 5)));
  expect(await readLead(db, id)).toMatchObject({
    status: "closed",
    closed_at: minutesLater(5).toISOString(),
  });
  const events = await db.query.selectFrom("lead_events").select(["kind", "actor"]).orderBy("id").execute();
  expect(events).toEqual([
    { kind: "arrived", actor: "" },
    ...["assigned", "status", "status"].map((kind) => ({ kind, actor: nadia.actor.id })),
  ]);
  const audit = await db.query.selectFrom("audit").select(["action", "subject"]).orderBy("id").execute();
  expect(audit).toEqual(
    ["assigned", "status", "status"].map((kind) => ({ action: `lead.${kind}`, subject: id })),
  );
});

test.each(engines)("%s: D8 changes all leads or none, and can be undone", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const [one, two] = [await sendLead(db), await sendLead(db, { email: "karim@shapla.example" })];
  const change = (ids: string[], input: object) =>
    inTransaction(db, (tx) => changeLeads(tx, "message", ids, input, nadia));
  await expect(change([one, "none"], { status: "closed" })).rejects.toMatchObject({ code: "missing" });
  expect((await readLead(db, one)).status).toBe("new");
  await change([one], { status: "waiting" });
  const before = await change([one, two], { status: "closed" });
  await inTransaction(db, (tx) => restoreLeads(tx, "message", serializeSnapshots(before), nadia));
  expect(await readLead(db, one)).toMatchObject({ status: "waiting", closed_at: null });
  expect((await readLead(db, two)).status).toBe("new");
});

test.each(engines)("%s: rejects invalid changes by field", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const member = await aStaffMember(db, { name: "Rahima", role: "member" });
  const id = await sendLead(db);
  const change = (input: object, ids = [id]) =>
    inTransaction(db, (tx) => changeLeads(tx, "message", ids, input, nadia));
  for (const [input, field] of [
    [{ status: "done" }, "status"],
    [{ assignee: member.actor.id }, "assignee"],
    [{ snoozedUntil: noon.toISOString() }, "snoozedUntil"],
    [{ snoozedUntil: "tomorrow" }, "snoozedUntil"],
    [{ role: "admin" }, "role"],
  ] as const)
    await expect(change(input)).rejects.toMatchObject({
      code: "invalid",
      fields: { [field]: expect.any(String) },
    });
  await expect(change({ status: "open" }, [])).rejects.toMatchObject({ code: "invalid" });
  await expect(
    change(
      { status: "open" },
      Array.from({ length: 201 }, (_, n) => `${n}`),
    ),
  ).rejects.toMatchObject({
    code: "invalid",
  });
  expect((await readLead(db, id)).status).toBe("new");
});

test.each(engines)("%s: ends a due snooze once and moves leads to the top", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const [fresh, waiting] = [await sendLead(db), await sendLead(db, { email: "karim@shapla.example" })];
  const until = minutesLater(60).toISOString();
  await inTransaction(db, (tx) => changeLeads(tx, "message", [waiting], { status: "waiting" }, nadia));
  await inTransaction(db, (tx) =>
    changeLeads(tx, "message", [fresh, waiting], { snoozedUntil: until }, nadia),
  );
  expect(await unsnoozeLeads(db, minutesLater(59))).toBe(0);
  expect(
    await Promise.all([unsnoozeLeads(db, minutesLater(61)), unsnoozeLeads(db, minutesLater(61))]).then(
      (all) => all.sort(),
    ),
  ).toEqual([0, 2]);
  const woken = { snoozed_until: null, sort_date: minutesLater(61).toISOString() };
  expect(await readLead(db, fresh)).toMatchObject({ ...woken, status: "new" });
  expect(await readLead(db, waiting)).toMatchObject({ ...woken, status: "open" });
});

test.each(engines)("%s: merges leads and restores the previous merges", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const [main, second, third] = [
    await sendLead(db),
    await sendLead(db, { message: "Once more" }),
    await sendLead(db, { message: "And again" }),
  ];
  const merge = (into: string, ids: string[]) =>
    inTransaction(db, (tx) => mergeLeads(tx, "message", { into, ids }, nadia));
  await merge(second, [third]);
  const moved = await merge(main, [main, second]);
  const under = async () =>
    Promise.all([second, third].map(async (id) => (await readLead(db, id)).merged_into));
  expect(await under()).toEqual([main, main]);
  await expect(merge(second, [main])).rejects.toMatchObject({ code: "invalid" });
  await expect(merge(main, [main])).rejects.toMatchObject({ code: "invalid" });
  await inTransaction(db, (tx) => unmergeLeads(tx, "message", moved, nadia));
  expect(await under()).toEqual([null, second]);
});

test.each(engines)("%s: a new message reopens waiting leads and inherits the assignee", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const nadia = await aStaffMember(db);
  const first = await sendLead(db);
  const change = { status: "waiting", assignee: nadia.actor.id };
  await inTransaction(db, (tx) => changeLeads(tx, "message", [first], change, nadia));
  const second = await sendLead(db, { message: "Yes, Monday" }, { now: minutesLater(30) });
  expect(await readLead(db, second)).toMatchObject({ status: "new", assignee_id: nadia.actor.id });
  expect(await readLead(db, first)).toMatchObject({
    status: "open",
    sort_date: minutesLater(30).toISOString(),
  });
});
