import { expect, test } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "../../../tests/support/database.ts";
import {
  countCampaigns,
  createCampaign,
  deleteCampaign,
  duplicateCampaign,
  findArchived,
  listArchive,
  listCampaigns,
  readCampaign,
  saveCampaign,
} from "./campaigns.ts";
import { enqueueCampaigns } from "./enqueue.ts";
import {
  aBody,
  aCampaign,
  actionContext,
  aSending,
  noon,
  secondsLater,
  someReaders,
} from "./newsletter.fixture.ts";
import { cancelCampaign, scheduleCampaign, sendCampaignTest, unscheduleCampaign } from "./send.ts";

test.each(engines)("%s: saves and deletes a draft and rejects a stale save", async (engine) => {
  await using open = await openTestDatabase(engine);
  const id = await aCampaign(open.db);
  const save = (basedOn: number, subject: string) =>
    write(open.db, (tx) => saveCampaign(tx, id, { subject, body: aBody() }, { ...actionContext, basedOn }));
  expect(await save(1, "Second words")).toBe(2);
  await expect(save(1, "Third words")).rejects.toMatchObject({
    code: "stale",
    detail: { version: 2, subject: "Second words" },
  });
  await write(open.db, (tx) => deleteCampaign(tx, id, actionContext));
  await expect(readCampaign(open.db, id)).rejects.toMatchObject({ code: "missing" });
});

test.each(engines)("%s: duplicates a sent newsletter as a draft", async (engine) => {
  await using open = await openTestDatabase(engine);
  const first = await aSending(open.db);
  const copy = await write(open.db, (tx) => duplicateCampaign(tx, first, actionContext));
  const { subject, body } = await readCampaign(open.db, first);
  expect(await readCampaign(open.db, copy)).toMatchObject({ subject, body, state: "draft", startedAt: null });
  expect(await countCampaigns(open.db)).toMatchObject({ draft: 1, sending: 1, sent: 0 });
});

test("D6 rejects one of two concurrent saves", async () => {
  await using open = await openTestDatabase("postgres");
  const id = await aCampaign(open.db);
  const saves = ["One", "Two"].map((subject) =>
    write(open.db, (tx) =>
      saveCampaign(tx, id, { subject, body: aBody() }, { ...actionContext, basedOn: 1 }),
    ),
  );
  const results = await Promise.allSettled(saves);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test.each([
  [{ subject: " " }, "subject"],
  [{ subject: "x".repeat(151) }, "subject"],
  [{ subject: "A", body: { type: "doc", content: [{ type: "script" }] } }, "body.content.0"],
  [{ subject: "A", state: "sent" }, ""],
])("reports the invalid field of %o", async (input, field) => {
  await using open = await openTestDatabase("sqlite");
  const made = write(open.db, (tx) => createCampaign(tx, input, actionContext));
  await expect(made).rejects.toMatchObject({ code: "invalid" });
  const { fields } = await made.catch((error) => error);
  expect(Object.keys(fields).some((name) => name.startsWith(field))).toBe(true);
});

const emptyBody = { type: "doc", content: [{ type: "paragraph" }] };

test.each(engines)("%s: schedules only with text, readers and a future time", async (engine) => {
  await using open = await openTestDatabase(engine);
  const empty = await aCampaign(open.db, { body: emptyBody });
  const id = await aCampaign(open.db);
  const schedule = (which: string, at: Date) =>
    write(open.db, (tx) => scheduleCampaign(tx, which, at, actionContext));
  await expect(schedule(id, noon)).rejects.toThrow(/Nobody has confirmed/);
  await someReaders(open.db, 1);
  await expect(schedule(empty, noon)).rejects.toMatchObject({ fields: { body: "Write something first" } });
  await expect(schedule(id, secondsLater(-1))).rejects.toMatchObject({
    fields: { at: expect.any(String) },
  });
  await schedule(id, secondsLater(60));
  const emptied = write(open.db, (tx) =>
    saveCampaign(tx, id, { subject: "Empty", body: emptyBody }, actionContext),
  );
  await expect(emptied).rejects.toMatchObject({ fields: { body: "Write something first" } });
  await enqueueCampaigns(open.db, { now: secondsLater(59), perMinute: 60 });
  expect(await readCampaign(open.db, id)).toMatchObject({ state: "scheduled" });
  await write(open.db, (tx) => unscheduleCampaign(tx, id, actionContext));
  await enqueueCampaigns(open.db, { now: secondsLater(61), perMinute: 60 });
  expect(await readCampaign(open.db, id)).toMatchObject({ state: "draft", sendAt: null });
});

test.each(engines)("%s: rejects changes and deletion once sending has begun", async (engine) => {
  await using open = await openTestDatabase(engine);
  const id = await aSending(open.db);
  const save = write(open.db, (tx) =>
    saveCampaign(tx, id, { subject: "Other", body: aBody() }, actionContext),
  );
  await expect(save).rejects.toMatchObject({ code: "in-use" });
  await expect(write(open.db, (tx) => deleteCampaign(tx, id, actionContext))).rejects.toMatchObject({
    code: "in-use",
  });
});

test.each(engines)(
  "%s: archives public newsletters at unique addresses once sending begins",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const first = await aSending(open.db);
    const twin = await aCampaign(open.db);
    const unlisted = await aCampaign(open.db, { subject: "For readers only", isPublic: false });
    const dots = await aCampaign(open.db, { subject: ".." });
    const draft = await aCampaign(open.db, { subject: "Draft" });
    for (const id of [twin, unlisted, dots])
      await write(open.db, (tx) => scheduleCampaign(tx, id, secondsLater(10), actionContext));
    expect((await listArchive(open.db)).map(({ slug }) => slug)).toEqual(["News-from-the-loom"]);
    await enqueueCampaigns(open.db, { now: secondsLater(10), perMinute: 60 });
    expect((await listArchive(open.db)).map(({ slug }) => slug).sort()).toEqual([
      "News-from-the-loom",
      "News-from-the-loom-2",
      "newsletter",
    ]);
    expect(await findArchived(open.db, "news-FROM-the-loom")).toMatchObject({ id: first });
    expect(await findArchived(open.db, "For-readers-only")).toBeNull();
    expect(await findArchived(open.db, "Draft")).toBeNull();
    expect(draft).not.toBe(first);
  },
);

test.each(engines)(
  "%s: excludes a newsletter without a mail server from sent and archive",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const id = await aSending(open.db);
    const change = (figures: { sent: number; stored: number }) =>
      open.db.query
        .updateTable("newsletters")
        .set({ state: "sent", ...figures })
        .where("id", "=", id)
        .execute();
    await change({ sent: 0, stored: 3 });
    expect(await countCampaigns(open.db)).toMatchObject({ sent: 0, unsent: 1 });
    expect((await listCampaigns(open.db, { statuses: ["sent"] }, { limit: 9 })).rows).toEqual([]);
    expect((await listCampaigns(open.db, { statuses: ["unsent"] }, { limit: 9 })).rows).toMatchObject([
      { id },
    ]);
    expect(await listArchive(open.db)).toEqual([]);
    expect(await findArchived(open.db, "News-from-the-loom")).toBeNull();
    await change({ sent: 1, stored: 2 });
    expect(await countCampaigns(open.db)).toMatchObject({ sent: 1, unsent: 0 });
    expect(await listArchive(open.db)).toHaveLength(1);
  },
);

test.each(engines)("%s: sends a test first, to one person, without counting it", async (engine) => {
  await using open = await openTestDatabase(engine);
  const id = await aCampaign(open.db);
  await write(open.db, (tx) => sendCampaignTest(tx, id, "editor@kolpona.example", actionContext));
  expect(await open.db.query.selectFrom("outbox").selectAll().execute()).toMatchObject([
    { priority: 0, batch: null, subject: "Test: News from the loom", to_address: "editor@kolpona.example" },
  ]);
});

test.each(engines)("%s: lists newsletters newest first, filtered by state", async (engine) => {
  await using open = await openTestDatabase(engine);
  const sent = await aSending(open.db);
  await write(open.db, (tx) => cancelCampaign(tx, sent, actionContext));
  const draft = await aCampaign(open.db);
  const idsOf = async (states?: readonly ("draft" | "cancelled")[]) =>
    (await listCampaigns(open.db, { states }, { limit: 9 })).rows.map(({ id }) => id);
  expect(await idsOf()).toEqual([draft, sent]);
  expect(await idsOf(["cancelled"])).toEqual([sent]);
});

test.each(engines)("%s: S5 records each sending, and saves once an hour", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await someReaders(db, 2);
  const id = await aCampaign(db);
  const save = (version: number, by = actionContext) =>
    write(db, (tx) =>
      saveCampaign(tx, id, { subject: `Draft ${version}`, body: aBody() }, { ...by, basedOn: version }),
    );
  const other = { ...actionContext, actor: { id: "karim", requestId: "r-2" } };
  await save(1);
  await save(2);
  await save(3, other);
  await save(4);
  await write(db, (tx) => scheduleCampaign(tx, id, secondsLater(60), actionContext));
  await write(db, (tx) => scheduleCampaign(tx, id, noon, actionContext));
  const rows = await db.query
    .selectFrom("audit")
    .select(["actor", "action", "detail"])
    .where("subject", "=", id)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const editor = actionContext.actor.id;
  expect(rows.map(({ actor, action }) => [actor, action])).toEqual([
    [editor, "newsletter.created"],
    [editor, "newsletter.saved"],
    ["karim", "newsletter.saved"],
    [editor, "newsletter.saved"],
    [editor, "newsletter.scheduled"],
    [editor, "newsletter.sent"],
  ]);
  expect(rows.at(-1)?.detail).toBe("2 readers");
});
