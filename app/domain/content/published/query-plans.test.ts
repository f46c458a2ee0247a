import { expect, test } from "vitest";
import type { CoverlessCard } from "#app/domain/content/entry.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { write } from "#app/platform/database/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { createEntry, publish } from "#tests/support/entries.ts";
import { planQueries } from "#tests/support/query-plans.ts";
import {
  addCovers,
  countFacet,
  countValue,
  findNeighbours,
  findPublished,
  listAddresses,
  listByIds,
  listIdsLinkingTo,
  listLinkingTo,
  listPublished,
  readPublished,
} from "./entries.ts";

const actionContext = {
  actor: { id: "rahima", requestId: "test" },
  now: new Date("2026-03-01T10:00:00.000Z"),
};
const withoutCover = { id: "one", data: { cover: null } } as CoverlessCard<typeof portfolio>; // the only fields used

test("lists, entries and links use indexes at any size", async () => {
  await using open = await openTestDatabase("sqlite");
  const { db } = open;
  const plans = await planQueries(db, async () => {
    await listPublished(db, blog);
    await listPublished(db, portfolio, { facet: { field: "categories", value: "web" } });
    await listByIds(db, blog, ["one", "two"]);
    await addCovers(db, portfolio, [withoutCover]);
    await listLinkingTo(db, service, "work", "one", 4);
    await listIdsLinkingTo(db, "client", ["one", "two"], 24);
    await findNeighbours(db, blog, { id: "one", sortKey: "2026" });
    await findPublished(db, blog, "one");
    await readPublished(db, blog, ["one", "two"]);
    await Array.fromAsync(listAddresses(db, blog, { part: 1, size: 100 }));
    await countFacet(db, blog, "tags");
    await countValue(db, blog, "tags", "web");
  });
  expect(plans.length).toBeGreaterThan(10);
  const scans = plans.flatMap(({ plan }) => plan.split("\n").filter((step) => step.startsWith("SCAN")));
  // The category_redirects table is small and read completely.
  expect(scans.filter((step) => step !== "SCAN category_redirects")).toEqual([]);
});

test("creating and publishing an entry never scans a whole kind", async () => {
  await using open = await openTestDatabase("sqlite");
  const { db } = open;
  const href = "/blog/Another";
  const text = { type: "text" as const, text: "there", marks: [{ type: "link" as const, attrs: { href } }] };
  const body = { type: "doc" as const, content: [{ type: "paragraph" as const, content: [text] }] };
  const plans = await planQueries(db, async () => {
    const { id } = await write(db, (tx) =>
      createEntry(tx, blog, { title: "River", summary: "Wide", tags: ["Boats"], body }, actionContext),
    );
    await write(db, (tx) => publish(tx, blog, id, actionContext));
  });
  // The last position of a kind comes from the end of its index.
  const steps = plans
    .filter(({ text: statement }) => !statement.includes("max("))
    .flatMap(({ plan }) => plan.split("\n"));
  expect(steps.length).toBeGreaterThan(20);
  expect(steps.filter((step) => /^SEARCH .*\(kind=\?\)(?: LEFT-JOIN)?$/.test(step))).toEqual([]);
});
