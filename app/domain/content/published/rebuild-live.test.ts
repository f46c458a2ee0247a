import { expect, test } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createEntry, publish, saveVersion, trash } from "#tests/support/entries.ts";

const actor = { id: "rahima", requestId: "test" };
const actionContext = { actor, now: new Date("2026-03-01T10:00:00.000Z") };

function publicPost(db: Database, title: string, tags: string[]): Promise<string> {
  return write(db, async (tx) => {
    const { id } = await createEntry(tx, blog, { title, tags }, actionContext);
    await publish(tx, blog, id, actionContext);
    return id;
  });
}

/** Tags of public posts as spelled, with counts. */
async function countTags(db: Database): Promise<string[]> {
  const rows = await db.query
    .selectFrom("facet_counts")
    .select(["value", "count"])
    .where("field", "=", "tags")
    .orderBy("value_key")
    .execute();
  return rows.map(({ value, count }) => `${value} ${count}`);
}

test.each(engines)("%s: updates counts only for values that differ", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const one = await publicPost(db, "One", ["Boats", "Tea"]);
  const two = await publicPost(db, "Two", ["Tea"]);
  expect(await countTags(db)).toEqual(["Boats 1", "Tea 2"]);
  await write(db, async (tx) => {
    await saveVersion(tx, blog, one, 1, { title: "One", tags: ["tea", "Rain"] }, actionContext);
    await publish(tx, blog, one, actionContext);
  });
  expect(await countTags(db)).toEqual(["Boats 0", "Rain 1", "tea 2"]);
  await write(db, (tx) => publish(tx, blog, one, actionContext));
  expect(await countTags(db)).toEqual(["Boats 0", "Rain 1", "tea 2"]);
  for (const id of [one, two]) await write(db, (tx) => trash(tx, blog, id, actionContext));
  expect(await countTags(db)).toEqual(["Boats 0", "Rain 0", "tea 0"]);
});
