import { expect, test } from "vitest";
import { saveSettings } from "#app/domain/company/settings.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { media } from "#app/domain/content/kinds/media.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { storeDailyCounts } from "#app/domain/visits/count-visits.ts";
import { write as writeTo } from "#app/platform/database/database.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { type MarkedText, readSearchPage } from "./search-page.ts";

test.each(engines)("%s: the search has a title, with and without a query", async (engine) => {
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

test.each(engines)("%s: other pages are found, legal texts once written", async (engine) => {
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
  expect(await read("contact nobody")).toEqual([["Page", "/contact"]]);
  expect(await read("nobody")).toEqual([]);
});

test.each(engines)("%s: a result shows the words found, wherever they are", async (engine) => {
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

test.each(engines)("%s: without a result, similar or popular entries are suggested", async (engine) => {
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
  expect(await read("নদীতে")).toEqual({ found: 0, near: ["নদীর ঘাট"] });
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

test.each(engines)("%s: lists services and contact before other results", async (engine) => {
  await using site = await openTestSite(engine);
  const text = (words: string) => ({ body: paragraphs(words) });
  await site.publish(blog, { title: "The price of paper", summary: "On websites." });
  await site.publish(blog, { title: "Rain", summary: "Notes.", ...text("A price, and no website.") });
  await site.publish(service, {
    title: "Signs",
    summary: "Painted.",
    ...text("The price of a website stays."),
  });
  await site.publish(service, { title: "Web Development", summary: "A website that loads." });
  const read = async (q: string) => {
    const { results, isPartial } = await readSearchPage(site.context, new URLSearchParams({ q }));
    return { isPartial, found: results.map(({ title }) => title.parts.map(({ part }) => part).join("")) };
  };
  expect((await read("website")).found.slice(0, 1)).toEqual(["Web Development"]);
  expect((await read("price")).found).toEqual(["Contact us", "The price of paper", "Signs", "Rain"]);
  expect(await read("mobile website")).toEqual({
    isPartial: true,
    found: ["Web Development", "Signs", "The price of paper", "Rain"],
  });
});

test.each(engines)("%s: names media as the menu does", async (engine) => {
  await using site = await openTestSite(engine);
  await site.publish(media, { title: "Eleven seconds at the jetty" });
  const { results } = await readSearchPage(site.context, new URLSearchParams({ q: "jetty" }));
  expect(results.map(({ kind }) => kind)).toEqual(["Media Center"]);
});

test.each(engines)("%s: finds and marks words by the synonyms in the settings", async (engine) => {
  await using site = await openTestSite(engine);
  const { db } = site.context;
  await site.publish(service, { title: "App Development", summary: "For Android." });
  await site.publish(blog, { title: "A mobile crane", summary: "On an app for a port." });
  const read = async (q: string) => {
    const { results, isPartial } = await readSearchPage(site.context, new URLSearchParams({ q }));
    return { isPartial, titles: results.map(({ title }) => write(title)) };
  };
  expect((await read("phone app")).isPartial).toBe(true);
  const search = { synonyms: ["mobile app, phone app, app development, অ্যাপ"] };
  const save = { actor: { id: "tester", requestId: "test" }, now: new Date("2026-03-01T10:00:00Z") };
  await writeTo(db, (tx) => saveSettings(tx, { search }, save));
  expect(await read("Phone apps")).toEqual({
    isPartial: false,
    titles: ["[App] [Development]", "A [mobile] crane"],
  });
  expect((await read("অ্যাপ")).titles).toEqual(["[App] [Development]", "A [mobile] crane"]);
});

test.each(engines)("%s: finds titles with C#, C++ and F# first", async (engine) => {
  await using site = await openTestSite(engine);
  await site.publish(service, { title: "Software", summary: "In C#, C++ and F#." });
  for (const title of ["C# and .NET at scale", "C++ on a mill", "Company news", "F# for schedules"])
    await site.publish(blog, { title, summary: title.startsWith("Company") ? "A C compiler." : "Code." });
  const read = async (q: string) => {
    const { results } = await readSearchPage(site.context, new URLSearchParams({ q }));
    return results.map(({ title }) => title.parts.map(({ part }) => part).join(""));
  };
  expect(await read("C#")).toEqual(["C# and .NET at scale", "Software"]);
  expect(await read("c++")).toEqual(["C++ on a mill", "Software"]);
  expect(await read("F#")).toEqual(["F# for schedules", "Software"]);
  expect(await read("c")).toEqual(["Company news"]);
});

test.each(engines)("%s: finds every spelling of a word and digits of both scripts", async (engine) => {
  await using site = await openTestSite(engine);
  for (const title of ["র‍্যাব ২০২৬", "উৎসব 2026"]) await site.publish(blog, { title });
  const count = async (q: string) =>
    (await readSearchPage(site.context, new URLSearchParams({ q }))).results.length;
  for (const q of ["র‌্যাব", "র্যাব", "উত্‍সব", "উত্সব"]) expect([q, await count(q)]).toEqual([q, 1]);
  for (const q of ["2026", "২০২৬"]) expect([q, await count(q)]).toEqual([q, 2]);
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
