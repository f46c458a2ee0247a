import { expect, test } from "vitest";
import { engines } from "../../../tests/support/database.ts";
import { anEntry, openApi } from "./api.fixture.ts";

const wrongQueries: [string, string][] = [
  ["?role=admin", "role"],
  ["?sort=password", "sort"],
  ["?populate=*", "populate"],
  ["?filters[author]=x", "filters[author]"],
  ["?__proto__=x", "__proto__"],
  ["?constructor=x", "constructor"],
  ["?toString=x", "toString"],
  ...["-1", "0", "101", "1e9", "NaN", "1;select", "1.5", "0x10", " 5"].map((limit): [string, string] => [
    `?limit=${encodeURIComponent(limit)}`,
    "limit",
  ]),
  ["?limit=5&limit=6", "limit"],
  ...["abc", "%00", "W10", "WzEsMl0", "a".repeat(300)].map((cursor): [string, string] => [
    `?cursor=${cursor}`,
    "cursor",
  ]),
  ["?type=poem", "type"],
  ["?type=news&q=x", "q"],
  ["?q=x&cursor=WyIwMDAwMDAwMDAxIiwieCJd", "cursor"],
  [`?q=${"x".repeat(201)}`, "q"],
];

test.each(engines)("%s: Z4 lists reject unknown query keys and invalid values", async (engine) => {
  await using api = await openApi(engine);
  await anEntry(api.db, "media", { title: "Film" });
  for (const [query, field] of wrongQueries) {
    const answer = await api.ask(`/api/media${query}`);
    expect([query, answer.status]).toEqual([query, 400]);
    const { errors } = await answer.json();
    expect(Object.hasOwn(errors, field), `${query} names ${field}: ${JSON.stringify(errors)}`).toBe(true);
    expect(api.responseTags()).toEqual([]);
  }
  for (const path of ["/api/media/Film?x=1", "/api/categories?q=x", "/api/docs?x=1"])
    expect((await api.ask(path)).status).toBe(400);
});

test.each(engines)("%s: I1 treats injection attempts in filters and searches as text", async (engine) => {
  await using api = await openApi(engine);
  await anEntry(api.db, "blog", { title: "Post" });
  const words = [
    "' or 1=1 --",
    "%' union select",
    '"*"',
    "\\",
    "NEAR(",
    "\u202e",
    "👩‍👩‍👧",
    "%00",
    "𐏿".repeat(90),
  ];
  for (const word of words) {
    const text = encodeURIComponent(word);
    for (const path of [`?tag=${text}`, `?category=${text}`, `?q=${text}`])
      expect(await api.read(`/api/blogs${path}`)).toEqual([]);
    expect((await api.ask(`/api/blogs/${text}`)).status).toBe(404);
  }
  for (const path of ["/api/blogs/%00", "/api/blogs/%E0%A4%A", "/api/blogs/%ff", "/api/blogs/a/b"])
    expect((await api.ask(path)).status).toBe(404);
  expect((await api.ask("/api/blogs?tag=%00")).status).toBe(400);
});
