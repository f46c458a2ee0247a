import { expect, test } from "vitest";
import { service } from "#app/domain/content/kinds/service.ts";
import { write } from "#app/platform/database/database.ts";
import { createEntry, publish, saveVersion, unpublish } from "#tests/support/entries.ts";
import { engines, openTestDatabase } from "../../../../../tests/support/database.ts";
import { countAutomatic, listAutomatic } from "./list-redirects.ts";

const actionContext = {
  actor: {
    id: "nadia",
    requestId: "r-1",
  },
  now: new Date("2026-01-01T00:00:00Z"),
};

test.each(engines)("%s: lists the old address of a renamed entry with its target", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const page = { limit: 10 };
  expect((await listAutomatic(db, page)).rows).toEqual([]);
  const id = await write(db, async (tx) => {
    const created = await createEntry(tx, service, { title: "Water meters" }, actionContext);
    await publish(tx, service, created.id, actionContext);
    await saveVersion(tx, service, created.id, 1, { title: "Meters" }, actionContext);
    await publish(tx, service, created.id, actionContext);
    return created.id;
  });
  const shown = {
    kind: "service",
    from: "/services/water-meters",
    to: {
      title: "Meters",
      path: "/services/Meters",
      isPublic: true,
    },
  };
  expect((await listAutomatic(db, page)).rows).toMatchObject([shown]);
  expect(await countAutomatic(db)).toBe(1);
  expect((await listAutomatic(db, { ...page, q: "METERS" })).rows).toHaveLength(1);
  expect((await listAutomatic(db, { ...page, q: "boats" })).rows).toEqual([]);
  await write(db, (tx) => unpublish(tx, service, id, actionContext));
  expect((await listAutomatic(db, page)).rows[0]?.to.isPublic).toBe(false);
});
