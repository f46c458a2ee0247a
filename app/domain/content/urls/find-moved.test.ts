import { expect, test } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { createEntry, publish } from "#tests/support/entries.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { service } from "../kinds/service.ts";
import { findMoved } from "./find-moved.ts";
import { addRedirects } from "./resolve-urls.ts";

const actionContext = { actor: { id: "tester", requestId: "" }, now: new Date("2026-01-01T00:00:00Z") };

test.each(engines)("%s: resolves a chain of redirects in one step", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const { id } = await write(db, (tx) => createEntry(tx, service, { title: "Web design" }, actionContext));
  await write(db, (tx) => publish(tx, service, id, actionContext));
  const from = ["/old", "/old/list", "/?cat=3", "/?tag=rain", "/dashboard/old", "/services/web-design"];
  const redirects = from.map((one) => ({ from: one, to: { path: "/about" } }));
  await write(db, (tx) => addRedirects(tx, redirects, actionContext.now));
  for (const [address, place] of [
    ["/services/web-design", "/services/Web-design"],
    ["/services/web-design?a=1", "/services/Web-design?a=1"],
    ["/services/Web-design", null],
    ["/about", null],
    ["/ABOUT", "/about"],
    ["/OLD", "/about"],
    ["/old/list/page/3", "/about"],
    ["/old/list/feed/atom", "/about"],
    ["/old/comment-page-12", "/about"],
    ["/old/more", null],
    ["/?cat=3&paged=2", "/about"],
    ["/index.php?tag=rain", "/about"],
    ["/?tag=snow", null],
    ["/?s=rain%20now", "/search?q=rain+now"],
    ["/search/rain", "/search?q=rain"],
    ["/dashboard/old", null],
    ["/nothing", null],
  ] as const)
    expect([address, await findMoved(db, address)]).toEqual([address, place]);
});
