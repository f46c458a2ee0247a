import { expect, test } from "vitest";
import { type Database, write } from "#app/platform/database/database.ts";
import { createEntry, publish, restoreVersion, saveVersion } from "#tests/support/entries.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { blog } from "../kinds/blog.ts";
import { countFacet, listPublished } from "../published/entries.ts";
import { listForStaff } from "../staff-list/list-for-staff.ts";
import { readEntry } from "../versions/read-versions.ts";
import {
  changeCategory,
  createCategory,
  findCategory,
  listCategories,
  orderCategories,
  readCategories,
} from "./categories.ts";
import { countCategoryUses, removeCategory } from "./remove-category.ts";

const actor = { id: "asha", requestId: "test" };
const actionContext = { actor, now: new Date("2026-03-01T10:00:00.000Z") };

async function aCategory(db: Database, name: string): Promise<string> {
  return (await write(db, (tx) => createCategory(tx, "blog", { name }))).id;
}

function post(db: Database, title: string, categories: string[], isPublic = true) {
  return write(db, async (tx) => {
    const { id } = await createEntry(tx, blog, { title, categories }, actionContext);
    if (isPublic) await publish(tx, blog, id, actionContext);
    return id;
  });
}

const change = (db: Database, id: string, name: string) =>
  write(db, (tx) => changeCategory(tx, "blog", id, { name }, actor));

test.each(engines)("%s: finds a renamed category by former names; A→B→A does not loop", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const id = await aCategory(db, "Web type");
  await change(db, id, "অক্ষর");
  await change(db, id, "Letters");
  for (const slug of ["web-TYPE", "অক্ষর", "Letters", id])
    expect(await findCategory(db, "blog", slug)).toMatchObject({ id, slug: "Letters" });
  await change(db, id, "Web type");
  expect(await findCategory(db, "blog", "Letters")).toMatchObject({ id, slug: "Web-type" });
  const other = await aCategory(db, "Letters");
  expect(await findCategory(db, "blog", "Letters")).toMatchObject({ id: other });
  await expect(change(db, other, "web TYPE")).rejects.toMatchObject({
    fields: { name: expect.stringContaining("already") },
  });
  await expect(change(db, other, " ")).rejects.toMatchObject({ code: "invalid" });
});

test.each(engines)("%s: cached categories reflect every change", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const names = async () => (await readCategories(db, "blog")).map(({ name }) => name);
  expect(await names()).toEqual([]);
  const [rain, boats] = [await aCategory(db, "Rain"), await aCategory(db, "Boats")];
  expect(await names()).toEqual(["Rain", "Boats"]);
  await change(db, rain, "Monsoon");
  expect(await names()).toEqual(["Monsoon", "Boats"]);
  await write(db, (tx) => orderCategories(tx, "blog", [boats, rain], actor));
  expect(await names()).toEqual(["Boats", "Monsoon"]);
  await write(db, (tx) => removeCategory(tx, "blog", boats, null, actor));
  expect(await names()).toEqual(["Monsoon"]);
  expect(await readCategories(db, "portfolio")).toEqual([]);
});

test.each(engines)("%s: merging moves entries, counts, lists, addresses and old versions", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [old, merged] = [await aCategory(db, "Old"), await aCategory(db, "Kept")];
  const both = await post(db, "Both", [old, merged]);
  const one = await post(db, "One", [old]);
  await post(db, "Draft", [old], false);
  const edited = await post(db, "Edited", [old]);
  await write(db, (tx) =>
    saveVersion(tx, blog, edited, 1, { title: "Edited", categories: [] }, actionContext),
  );
  await write(db, (tx) => removeCategory(tx, "blog", old, merged, actor));
  expect(await countFacet(db, blog, "categories")).toMatchObject([{ key: merged, value: merged, count: 3 }]);
  expect(await countCategoryUses(db, "blog")).toEqual(new Map([[merged, { all: 4, published: 3 }]]));
  const facet = { field: "categories", value: merged };
  const { cards } = await listPublished(db, blog, { facet });
  expect(cards.map(({ data }) => data.categories)).toEqual([[merged], [merged], [merged]]);
  expect((await listForStaff(db, blog, { category: merged })).rows.map(({ title }) => title).sort()).toEqual([
    "Both",
    "Draft",
    "Edited",
    "One",
  ]);
  expect((await readEntry(db, blog, both)).data.categories).toEqual([merged]);
  for (const address of ["old", old])
    expect(await findCategory(db, "blog", address)).toMatchObject({ id: merged });
  // A form opened earlier and an old version still contain the old id.
  const saved = await write(db, (tx) =>
    saveVersion(tx, blog, one, 1, { title: "One", categories: [old] }, actionContext),
  );
  expect(saved.data.categories).toEqual([merged]);
  expect(
    (await write(db, (tx) => restoreVersion(tx, blog, edited, 1, 2, actionContext))).data.categories,
  ).toEqual([merged]);
  // Merges into a third category.
  const last = await aCategory(db, "Last");
  await write(db, (tx) => removeCategory(tx, "blog", merged, last, actor));
  expect((await readEntry(db, blog, both)).data.categories).toEqual([last]);
  expect(await findCategory(db, "blog", "Old")).toMatchObject({ id: last });
  await expect(write(db, (tx) => removeCategory(tx, "blog", last, last, actor))).rejects.toMatchObject({
    code: "invalid",
  });
});

test.each(engines)(
  "%s: deleting a category removes it from entries; its address returns 404",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const id = await aCategory(db, "Gone");
    const one = await post(db, "One", [id]);
    await write(db, (tx) => removeCategory(tx, "blog", id, null, actor));
    expect((await readEntry(db, blog, one)).data.categories).toEqual([]);
    expect(await countFacet(db, blog, "categories")).toEqual([]);
    expect(await findCategory(db, "blog", "Gone")).toBeNull();
    expect(await findCategory(db, "blog", id)).toBeNull();
    expect((await write(db, (tx) => publish(tx, blog, one, actionContext))).state).toBe("published");
    await expect(write(db, (tx) => removeCategory(tx, "blog", id, null, actor))).rejects.toMatchObject({
      code: "missing",
    });
  },
);

test.each(engines)("%s: an order of categories contains each exactly once", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const ids = [await aCategory(db, "A"), await aCategory(db, "B"), await aCategory(db, "C")];
  const [a = "", b = "", c = ""] = ids;
  const order = (wanted: string[]) => write(db, (tx) => orderCategories(tx, "blog", wanted, actor));
  await order([c, a, b]);
  expect((await listCategories(db, "blog")).map(({ name }) => name)).toEqual(["C", "A", "B"]);
  for (const wrong of [[a, b], [a, b, b], [a, b, c, "x"], []])
    await expect(order(wrong)).rejects.toMatchObject({ code: "stale" });
});
