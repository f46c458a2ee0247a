import { expect, test } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { listVersions, readEntry } from "#app/domain/content/versions/read-versions.ts";
import { write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createEntry, discardChanges, publish, saveInput } from "#tests/support/entries.ts";

const actionContext = {
  actor: { id: "rahima", requestId: "test" },
  now: new Date("2026-03-01T10:00:00.000Z"),
};

test.each(engines)("%s: discarding returns to the published version", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const { id } = await write(db, (tx) =>
    createEntry(tx, blog, { title: "River", summary: "Wide" }, actionContext),
  );
  const discard = (basedOn: number) =>
    write(db, (tx) => discardChanges(tx, blog, id, basedOn, actionContext));
  await expect(discard(1)).rejects.toMatchObject({ code: "in-use" });
  await write(db, (tx) => publish(tx, blog, id, actionContext));
  const draft = { title: "Canal", summary: "Narrow" };
  await write(db, (tx) => saveInput(tx, blog, id, 1, draft, actionContext));
  await expect(discard(1)).rejects.toMatchObject({ code: "stale" });

  await discard(2);
  expect(await readEntry(db, blog, id)).toMatchObject({
    state: "published",
    data: { title: "River", summary: "Wide" },
  });
  expect(await findPublished(db, blog, "River")).toMatchObject({ entry: { id } });
  expect((await listVersions(db, id)).map(({ number }) => number)).toEqual([3, 2, 1]);
  // Discarding releases the reserved title.
  await write(db, (tx) => createEntry(tx, blog, { title: "Canal" }, actionContext));
  const events = await db.query.selectFrom("audit").select("action").where("subject", "=", id).execute();
  expect(events.map(({ action }) => action)).toContain("blog.discard");
});
