import { expect, test } from "vitest";
import { service } from "#app/content/kinds/service.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { readSearchPage } from "./search-page.ts";

test.each(engines)("%s: the search says what it is, with a query and without one", async (engine) => {
  await using site = await openTestSite(engine);
  await site.publish(service, { title: "Web Development", summary: "Sites that load at once." });
  const read = (q: string) => readSearchPage(site.context, new URLSearchParams({ q }));
  expect(await read("")).toMatchObject({
    title: "Search",
    results: [],
    description: expect.stringMatching(/^Search everything we have published/),
  });
  expect(await read(" web ")).toMatchObject({
    title: "Search: web",
    description: expect.stringContaining("“web”"),
    results: [{ kind: "Service", title: "Web Development", path: "/services/Web-Development" }],
  });
});
