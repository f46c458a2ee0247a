import { expect, test } from "vitest";
import { createCategory } from "#app/domain/content/categories/categories.ts";
import { author } from "#app/domain/content/kinds/author.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { publishChecked } from "#app/domain/content/publishing/check-and-publish.ts";
import { publish, trash } from "#app/domain/content/publishing/publishing.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { recordStatements } from "#tests/support/statements.ts";
import { createEntry } from "./create-entry.ts";
import { openEntry } from "./open-entry.ts";
import { readEntry } from "./read-versions.ts";
import { saveInput } from "./save-entry.ts";
import { withUndo } from "./undo.ts";

const actor = { id: "rahima", requestId: "test" };
const actionContext = { actor, now: new Date("2026-03-01T10:00:00.000Z") };
const publicUrl = new URL("https://kolpona.example");
const undo = "019c8a5e-0000-7000-8000-000000000001";

/** Saves and publishes an edit in one transaction, as the dashboard editor does. */
async function saveAndPublish(db: Database, id: string, input: Record<string, unknown>) {
  await write(db, async (tx) => {
    const entry = await openEntry(tx, blog, id);
    const saved = await saveInput(tx, entry, entry.newest.number, input, actionContext);
    const checked = { ...actionContext, publicUrl, reason: "A test" };
    await withUndo(tx, saved, { ...actionContext, undo }, () => publishChecked(tx, saved, checked));
  });
}

/** Public post with categories, tags, an author and a link to another post. */
function fullPost(db: Database): Promise<string> {
  return write(db, async (tx) => {
    const category = await createCategory(tx, "blog", { name: "News" });
    const writer = await createEntry(tx, author, { title: "Nadia" }, actionContext);
    await publish(tx, await createEntry(tx, blog, { title: "Boats" }, actionContext), actionContext);
    const data = {
      title: "River",
      categories: [category.id],
      tags: ["tea", "boats"],
      writtenBy: writer.id,
      body: {
        type: "doc",
        content: [
          {
            type: "paragraph",
            content: [
              { type: "text", text: "More", marks: [{ type: "link", attrs: { href: "/blog/boats" } }] },
            ],
          },
        ],
      },
    };
    const entry = await createEntry(tx, blog, data, actionContext);
    await publish(tx, entry, actionContext);
    return entry.id;
  });
}

test.each([
  ["sqlite", 26],
  ["postgres", 24],
] as const)("%s: saving and publishing an edit runs at most %i statements", async (engine, most) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const id = await fullPost(db);
  const statements = await recordStatements(() => saveAndPublish(db, id, { summary: "Wide" }));
  expect(await readEntry(db, blog, id)).toMatchObject({ version: 2, liveVersion: 2 });
  expect(statements.length).toBeGreaterThan(10);
  expect(statements.length).toBeLessThanOrEqual(most);
});

test.each(engines)("%s: saving and publishing return the entry as stored", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const id = await fullPost(db);
  await write(db, async (tx) => {
    const before = await openEntry(tx, blog, id);
    const saved = await saveInput(tx, before, 1, { title: "Stream" }, actionContext);
    expect(await openEntry(tx, blog, id)).toEqual(saved);
    const published = await publish(tx, saved, actionContext);
    expect(await openEntry(tx, blog, id)).toEqual(published);
  });
});

test.each(engines)("%s: one of two concurrent saves of a version is stale", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const id = await fullPost(db);
  const save = (summary: string) =>
    write(db, async (tx) => saveInput(tx, await openEntry(tx, blog, id), 1, { summary }, actionContext));
  const results = await Promise.allSettled([save("Wide"), save("Narrow")]);
  const reasons = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(reasons).toMatchObject([{ code: "stale", detail: { version: 2 } }]);
  expect(await readEntry(db, blog, id)).toMatchObject({ version: 2 });
});

test.each(engines)("%s: rejects changes to an entry in the trash", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const id = await fullPost(db);
  await write(db, async (tx) => trash(tx, await openEntry(tx, blog, id), actionContext));
  await expect(saveAndPublish(db, id, { summary: "Wide" })).rejects.toMatchObject({
    code: "missing",
    message: "There is no such post.",
  });
  await expect(write(db, (tx) => openEntry(tx, author, id))).rejects.toMatchObject({ code: "missing" });
});
