import { expect, test } from "vitest";
import { blog } from "#app/content/kinds/blog.ts";
import { service } from "#app/content/kinds/service.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { storeDailyCounts } from "#app/visits/count-visits.ts";
import { engines } from "#tests/support/database.ts";
import { type MarkedText, readSearchPage } from "./search-page.ts";

test.each(engines)("%s: the search says what it is, with a query and without one", async (engine) => {
  await using site = await openTestSite(engine);
  await site.publish(service, { title: "Web Development", summary: "Sites that load at once." });
  const read = (q: string) => readSearchPage(site.context, new URLSearchParams({ q }));
  expect(await read("")).toMatchObject({
    title: "Search",
    results: [],
    suggestions: [{ kind: "Service", path: "/services/Web-Development" }],
    description: expect.stringMatching(/^Search everything we have published/),
  });
  expect(await read(" web ")).toMatchObject({
    title: "Search: web",
    description: expect.stringContaining("“web”"),
    results: [{ kind: "Service", path: "/services/Web-Development" }],
    suggestions: [],
  });
});

test.each(engines)(
  "%s: pages that are no entries are found too, legal texts once they are written",
  async (engine) => {
    await using site = await openTestSite(engine);
    const read = async (q: string) => {
      const { results } = await readSearchPage(site.context, new URLSearchParams({ q }));
      return results.map(({ kind, path }) => [kind, path]);
    };
    expect(await read("Contact")).toEqual([["Page", "/contact"]]);
    expect(await read("phone")).toEqual([
      ["Page", "/contact"],
      ["Page", "/calltoaction"],
    ]);
    expect(await read("privacy")).toEqual([]);
    expect(await read("contact nobody")).toEqual([]);
  },
);

test.each(engines)("%s: a result shows the words it was found by, wherever they stand", async (engine) => {
  await using site = await openTestSite(engine);
  const body = paragraphs("Tea is at four.", `The ${"very ".repeat(80)}old ferry waits.`);
  await site.publish(blog, { title: "Two scripts", summary: "On signs.", tags: ["তাঁত"], body });
  const read = async (q: string) => {
    const { results } = await readSearchPage(site.context, new URLSearchParams({ q }));
    return results.map(({ title, extract }) => ({ title: write(title), extract: write(extract) }));
  };
  expect(await read("scri")).toEqual([{ title: "Two [scripts]", extract: "On signs." }]);
  expect(await read("ferr")).toEqual([
    { title: "Two scripts", extract: expect.stringMatching(/^…\u00a0very .* old \[ferry\] waits\.$/) },
  ]);
  expect(await read("তাঁত")).toEqual([{ title: "Two scripts", extract: "Tags: [তাঁত]" }]);
});

test.each(engines)("%s: what is not found leads to what comes near, or is read most", async (engine) => {
  await using site = await openTestSite(engine);
  for (const title of [
    "Ferries at night",
    "Rice and rain",
    "নদীর ঘাট",
    "Looking for tea",
    "A page of figures",
  ])
    await site.publish(blog, { title });
  const read = async (q: string) => {
    const { results, suggestions } = await readSearchPage(site.context, new URLSearchParams({ q }));
    return {
      found: results.length,
      near: suggestions.map(({ title }) => title.parts.map(({ part }) => part).join("")),
    };
  };
  expect(await read("ferrys")).toEqual({ found: 0, near: ["Ferries at night"] });
  expect(await read("নদীতে ঘাট")).toEqual({ found: 0, near: ["নদীর ঘাট"] });
  expect(await read("rice kettle")).toEqual({ found: 0, near: ["Rice and rain"] });
  expect((await read("zzzz")).near).toHaveLength(1);
  const today = site.context.clock.now().toISOString().slice(0, 10);
  await storeDailyCounts(site.context.db, today, {
    pages: new Map([
      ["/blog/Rice-and-rain", { views: 3, visits: 1 }],
      ["/blog/Looking-for-tea", { views: 9, visits: 1 }],
      ["/blog/%zz", { views: 20, visits: 1 }],
      ["/blog", { views: 90, visits: 1 }],
    ]),
    sources: new Map(),
  });
  expect((await read("zzzz")).near.slice(0, 2)).toEqual(["Looking for tea", "Rice and rain"]);
});

function write({ parts }: MarkedText): string {
  return parts.map(({ part, isHit }) => (isHit ? `[${part}]` : part)).join("");
}

function paragraphs(...texts: string[]) {
  return {
    type: "doc",
    content: texts.map((text) => ({ type: "paragraph", content: [{ type: "text", text }] })),
  };
}
