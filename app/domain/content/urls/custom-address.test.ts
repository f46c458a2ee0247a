import { expect, test } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { findByTitle } from "#app/domain/content/staff-list/find-entries.ts";
import { write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createEntry, publish, saveInput } from "#tests/support/entries.ts";

const actionContext = {
  actor: { id: "rahima", requestId: "test" },
  now: new Date("2026-03-01T10:00:00.000Z"),
};

test.each(engines)("%s: a title's slug redirects to the custom one", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const title = "How we moved a rice mill’s books";
  const { id } = await write(db, (tx) =>
    createEntry(tx, blog, { title, customSlug: "rice mill" }, actionContext),
  );
  await write(db, (tx) => publish(tx, blog, id, actionContext));
  expect(await findPublished(db, blog, "rice-mill")).toMatchObject({
    entry: { id, path: "/blog/rice-mill" },
  });
  const ofTitle = { redirectTo: "/blog/rice-mill", isFormer: true };
  expect(await findPublished(db, blog, "How-we-moved-a-rice-mill’s-books")).toEqual(ofTitle);
  expect(await findByTitle(db, "blog", title)).toBe(id);

  await write(db, (tx) => saveInput(tx, blog, id, 1, { customSlug: "mill" }, actionContext));
  expect(await findPublished(db, blog, "mill")).toBeNull();
  await write(db, (tx) => publish(tx, blog, id, actionContext));
  expect(await findPublished(db, blog, "rice-mill")).toMatchObject({ redirectTo: "/blog/mill" });

  await write(db, (tx) => saveInput(tx, blog, id, 2, { title: "A mill", customSlug: "" }, actionContext));
  await write(db, (tx) => publish(tx, blog, id, actionContext));
  expect(await findPublished(db, blog, "A-mill")).toMatchObject({ entry: { id } });
  for (const former of ["rice-mill", "mill", "How-we-moved-a-rice-mill’s-books"])
    expect(await findPublished(db, blog, former)).toMatchObject({ redirectTo: "/blog/A-mill" });
});

test.each(engines)("%s: reports an address in use at its field", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const create = (data: object) => write(db, (tx) => createEntry(tx, blog, data, actionContext));
  await create({ title: "River", customSlug: "water" });
  const taken = (address: string) => expect.stringContaining(`already has the address /blog/${address}`);
  await expect(create({ title: "Water" })).rejects.toMatchObject({ fields: { title: taken("Water") } });
  await expect(create({ title: "river" })).rejects.toMatchObject({ fields: { title: taken("river") } });
  await expect(create({ title: "Rain", customSlug: "Water" })).rejects.toMatchObject({
    fields: { customSlug: taken("Water") },
  });
  await expect(create({ title: "River", customSlug: "rain" })).rejects.toMatchObject({
    fields: { title: taken("River") },
  });
  await expect(create({ title: "Rain", customSlug: "feed.xml" })).rejects.toMatchObject({
    fields: { customSlug: expect.stringContaining("can't be an address") },
  });
  await expect(create({ title: "Rain", customSlug: "a/b" })).rejects.toMatchObject({
    fields: { customSlug: "Leave out / ? # and %" },
  });
  await create({ title: "Water 2", customSlug: "Water-2" });
});

test("services use the slug of their title", async () => {
  await using open = await openTestDatabase("sqlite");
  const input = { title: "Cloud", customSlug: "sky" };
  const made = write(open.db, (tx) => createEntry(tx, service, input, actionContext));
  await expect(made).rejects.toMatchObject({ code: "invalid" });
});
