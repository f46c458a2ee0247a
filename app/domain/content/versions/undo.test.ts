import { expect, test } from "vitest";
import { createCategory } from "#app/domain/content/categories/categories.ts";
import { recategorize } from "#app/domain/content/categories/recategorize.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { countPublished, countValue, findPublished } from "#app/domain/content/published/entries.ts";
import * as publishing from "#app/domain/content/publishing/publishing.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createEntry, publish, saveVersion, schedule, trash } from "#tests/support/entries.ts";
import { duplicateEntry } from "./create-entry.ts";
import { openEntry, presentOpenEntry } from "./open-entry.ts";
import { readEntry } from "./read-versions.ts";
import { type BulkEntryAction, runBulk, snapshotCreated, undoAction } from "./undo.ts";

const actor = { id: "asha", requestId: "test" };
const at = (minute: number) => ({ actor, now: new Date(Date.UTC(2026, 2, 1, 10, minute)) });

function post(db: Database, title: string, more: object = {}) {
  return write(db, async (tx) => (await createEntry(tx, blog, { title, ...more }, at(0))).id);
}

/** All stored data of entries except versions and audit log, which grow. */
async function stateOfAll(db: Database) {
  const all = async (table: "entries" | "entry_facets" | "former_slugs" | "entry_links") =>
    (await db.query.selectFrom(table).selectAll().execute()).map((row) => JSON.stringify(row)).sort();
  const counts = await db.query.selectFrom("facet_counts").selectAll().where("count", ">", 0).execute();
  return [
    await all("entries"),
    await all("entry_facets"),
    await all("former_slugs"),
    await all("entry_links"),
    counts.map((row) => JSON.stringify(row)).sort(),
  ];
}

const actions: Record<string, BulkEntryAction> = {
  publish: publishing.publish,
  archive: publishing.archive,
  unpublish: publishing.unpublish,
  trash: publishing.trash,
};

test.each(engines.flatMap((engine) => Object.keys(actions).map((name) => ({ engine, name }))))(
  "$engine: $name of several entries is undone exactly from any state",
  async ({ engine, name }) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const draft = await post(db, "Draft");
    const live = await post(db, "Live", { tags: ["Tea"] });
    const changed = await post(db, "Changed once");
    const later = await post(db, "Later");
    await write(db, async (tx) => {
      await publish(tx, blog, live, at(1));
      await publish(tx, blog, changed, at(1));
      await saveVersion(tx, blog, changed, 1, { title: "Changed twice" }, at(2));
      await schedule(tx, blog, later, { publishAt: "2026-05-01T00:00:00.000Z", unpublishAt: null }, at(2));
    });
    const before = await stateOfAll(db);
    const report = await runBulk(
      db,
      blog,
      [draft, live, changed, later],
      at(3),
      actions[name] ?? publishing.publish,
    );
    expect([report.done.length, report.refused]).toEqual([4, []]);
    expect(await stateOfAll(db)).not.toEqual(before);
    expect((await undoAction(db, report.undo, at(4))).refused).toEqual([]);
    expect(await stateOfAll(db)).toEqual(before);
    await expect(undoAction(db, report.undo, at(5))).rejects.toMatchObject({ code: "missing" });
  },
);

test.each(engines)("%s: D6 rejects undo after changes, after a day and by others", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [one, two] = [await post(db, "One"), await post(db, "Two")];
  const { undo } = await runBulk(db, blog, [one, two], at(1), publishing.publish);
  await write(db, (tx) => saveVersion(tx, blog, two, 1, { title: "Two", summary: "New" }, at(2)));
  const other = { ...at(3), actor: { id: "bipul", requestId: "" } };
  await expect(undoAction(db, undo, other)).rejects.toMatchObject({ code: "missing" });
  await expect(undoAction(db, undo, at(60 * 25))).rejects.toMatchObject({ code: "missing" });
  const report = await undoAction(db, undo, at(3));
  expect(report.done.map(({ id }) => id)).toEqual([one]);
  expect(report.refused).toMatchObject([{ id: two, why: expect.stringContaining("changed since") }]);
  expect((await readEntry(db, blog, one)).state).toBe("draft");
  expect((await readEntry(db, blog, two)).state).toBe("changed");
});

test.each(engines)("%s: undoing a published rename restores slugs unless taken", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const id = await post(db, "Old");
  await write(db, (tx) => publish(tx, blog, id, at(1)));
  await write(db, (tx) => saveVersion(tx, blog, id, 1, { title: "New" }, at(2)));
  const before = await stateOfAll(db);
  const first = await runBulk(db, blog, [id], at(3), publishing.publish);
  expect(await findPublished(db, blog, "Old")).toMatchObject({ redirectTo: "/blog/New" });
  await undoAction(db, first.undo, at(4));
  expect(await stateOfAll(db)).toEqual(before);
  expect(await findPublished(db, blog, "Old")).toMatchObject({ entry: { title: "Old" } });
  const second = await runBulk(db, blog, [id], at(5), publishing.publish);
  await post(db, "Old");
  const report = await undoAction(db, second.undo, at(6));
  expect(report.refused[0]?.why).toMatch(/already has the address/);
  expect(await findPublished(db, blog, "New")).toMatchObject({ entry: { title: "New" } });
});

test.each(engines)("%s: D8 rejections give reasons and do not stop other entries", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [one, two] = [await post(db, "One"), await post(db, "Two")];
  await write(db, (tx) => trash(tx, blog, two, at(1)));
  const report = await runBulk(db, blog, [one, two, "no-such-id"], at(2), publishing.archive);
  expect(report.done).toEqual([{ id: one, title: "One" }]);
  expect(report.refused.map(({ id }) => id)).toEqual([two, "no-such-id"]);
  expect(report.refused[0]).toMatchObject({ title: "Two", why: "There is no such post." });
});

test.each(engines)(
  "%s: category changes publish alone; undo never reuses version numbers",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const tea = (await write(db, (tx) => createCategory(tx, "blog", { name: "Tea" }))).id;
    const [live, changed, draft] = [await post(db, "Live"), await post(db, "Waits"), await post(db, "Draft")];
    await write(db, async (tx) => {
      for (const id of [live, changed]) await publish(tx, blog, id, at(1));
      await saveVersion(tx, blog, changed, 1, { title: "Waits", summary: "secret" }, at(2));
    });
    const put: BulkEntryAction = (tx, entry, actionContext) =>
      recategorize(tx, entry, { add: tea }, actionContext);
    const { undo } = await runBulk(db, blog, [live, changed, draft], at(3), put);
    expect(await countValue(db, blog, "categories", tea)).toBe(2);
    expect(await findPublished(db, blog, "Waits")).toMatchObject({
      entry: { data: { summary: "", categories: [tea] } },
    });
    expect(await readEntry(db, blog, live)).toMatchObject({ state: "published", version: 2, liveVersion: 2 });
    expect(await readEntry(db, blog, changed)).toMatchObject({
      state: "changed",
      version: 4,
      liveVersion: 3,
      data: { summary: "secret", categories: [tea] },
    });
    expect(await readEntry(db, blog, draft)).toMatchObject({ state: "draft", liveVersion: null });
    expect((await undoAction(db, undo, at(4))).done).toHaveLength(3);
    expect(await countValue(db, blog, "categories", tea)).toBe(0);
    expect(await readEntry(db, blog, live)).toMatchObject({ state: "published", version: 3, liveVersion: 3 });
    expect(await readEntry(db, blog, changed)).toMatchObject({
      state: "changed",
      version: 5,
      liveVersion: 1,
      data: { summary: "secret", categories: [] },
    });
  },
);

test.each(engines)("%s: copies get free titles; undo removes them completely", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const id = await post(db, "নদীর ঘাট", { tags: ["Tea"] });
  await db.query.updateTable("entries").set({ language: "bn-BD", guid: "old" }).execute();
  await write(db, (tx) => publish(tx, blog, id, at(1)));
  const before = await stateOfAll(db);
  const copy = (undo: string) =>
    write(db, async (tx) => {
      const made = await duplicateEntry(tx, await openEntry(tx, blog, id), at(2));
      await snapshotCreated(tx, made, { ...at(2), undo });
      return presentOpenEntry(made);
    });
  expect(await copy("first")).toMatchObject({
    title: "Copy of নদীর ঘাট",
    state: "draft",
    data: { tags: ["Tea"] },
  });
  expect((await copy("second")).title).toBe("Copy 2 of নদীর ঘাট");
  const copies = db.query.selectFrom("entries").select(["language", "guid"]).where("id", "!=", id);
  expect(await copies.execute()).toEqual(Array(2).fill({ language: "bn-BD", guid: null }));
  expect(await countPublished(db, blog)).toBe(1);
  await undoAction(db, "first", at(3));
  await undoAction(db, "second", at(3));
  expect(await stateOfAll(db)).toEqual(before);
});
