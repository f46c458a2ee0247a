import { expect, test } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { listMyDrafts, listScheduled } from "#app/domain/content/publishing/schedule.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createEntry, publish, saveVersion, schedule, trash } from "#tests/support/entries.ts";

const now = new Date("2026-03-01T10:00:00.000Z");
const by = (id: string, minutes = 0) => ({
  actor: { id, requestId: "test" },
  now: new Date(now.getTime() + minutes * 60_000),
});

const draft = (db: Database, title: string, who: string, minutes = 0) =>
  write(db, async (tx) => (await createEntry(tx, blog, { title }, by(who, minutes))).id);

test.each(engines)("%s: lists one's own unpublished edits", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await draft(db, "Mine", "nadia");
  await draft(db, "Hers", "rahima", 1);
  const published = await draft(db, "Out", "nadia", 2);
  await write(db, (tx) => publish(tx, blog, published, by("nadia", 2)));
  const changed = await draft(db, "Changed", "nadia", 3);
  await write(db, (tx) => publish(tx, blog, changed, by("nadia", 3)));
  await write(db, (tx) =>
    saveVersion(tx, blog, changed, 1, { title: "Changed", summary: "x" }, by("nadia", 4)),
  );
  for (const note of ["Imported", "Imported. Slug changed."])
    await write(db, (tx) => createEntry(tx, blog, { title: note }, { ...by("nadia", 5), note }));
  const gone = await draft(db, "Gone", "nadia", 5);
  await write(db, (tx) => trash(tx, blog, gone, by("nadia", 5)));
  const found = await listMyDrafts(db, "nadia", 5);
  expect(found.map(({ title, state }) => [title, state])).toEqual([
    ["Changed", "changed"],
    ["Mine", "draft"],
  ]);
  expect(found[0]?.path).toBe(`/dashboard/updateblog/${changed}`);
});

test.each(engines)("%s: lists scheduled changes by time, overdue after a minute", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const plan = async (title: string, publishAt: string | null, unpublishAt: string | null) => {
    const id = await draft(db, title, "nadia");
    await write(db, (tx) => schedule(tx, blog, id, { publishAt, unpublishAt }, by("nadia")));
    return id;
  };
  await plan("Later", "2026-03-02T10:00:00.000Z", "2026-03-09T10:00:00.000Z");
  await plan("Late", "2026-03-01T09:58:00.000Z", null);
  await plan("Just now", "2026-03-01T09:59:30.000Z", null);
  const gone = await plan("Gone", "2026-03-01T11:00:00.000Z", null);
  await write(db, (tx) => trash(tx, blog, gone, by("nadia")));
  expect(
    (await listScheduled(db, now, 5)).map(({ title, action, isOverdue }) => [title, action, isOverdue]),
  ).toEqual([
    ["Late", "publish", true],
    ["Just now", "publish", false],
    ["Later", "publish", false],
    ["Later", "archive", false],
  ]);
});
