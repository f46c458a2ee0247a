import { expect, test } from "vitest";
import { addressOf, hasFilters, parseListParams, queryOf } from "./list-params.ts";

const blog = { isOrdered: false, hasCategories: true, hasByline: true };
const service = { isOrdered: true, hasCategories: false, hasByline: false };
const read = (query: string, capabilities = blog) =>
  parseListParams(new URLSearchParams(query), capabilities);

test("addresses contain only parameters with other than default values", () => {
  const full =
    "q=river&state=draft&category=Type&byline=words%3AGuest&author=asha&from=2026-01-01&to=2026-02-01&sort=-title&columns=state%2Ceditor%2Cpublished";
  expect(queryOf(read(full), blog)).toBe(full);
  expect(queryOf(read(""), blog)).toBe("");
  expect(queryOf(read("sort=position&columns=state,author,updated", service), service)).toBe("");
  expect(hasFilters(read("sort=title"))).toBe(false);
});

test("a saved view by account lists its last edits", () => {
  const view = read("author=asha&columns=state,author");
  expect(view).toMatchObject({ editor: "asha", byline: "", columns: ["state", "author"] });
  expect(read("byline=mina&columns=state,author", service)).toMatchObject({ byline: "", columns: ["state"] });
});

test("a changed filter starts at the first page", () => {
  const params = read("q=river&after=abcdefgh");
  expect(addressOf("/dashboard/manageblog", params, { state: "draft" }, blog)).toBe(
    "/dashboard/manageblog?q=river&state=draft",
  );
});

test("Z4 invalid parameters count as missing", () => {
  for (const hostile of [
    "sort=password&state=deleted&columns=password,data&from=yesterday&limit=100000&where=1",
    "sort=position&sort=title_key&state=draft'--&author=&to=2026-1-1",
    "__proto__=x&constructor=y&sort=--title&columns=",
  ])
    expect(queryOf(read(hostile), blog)).toBe("");
  expect(read("category=Type", service).category).toBe("");
  expect(read(`q=${"x".repeat(900)}%00`).q).toHaveLength(200);
});
