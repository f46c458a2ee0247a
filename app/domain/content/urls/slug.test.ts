import { expect, test } from "vitest";
import { entryPath, isReachable, toSlug } from "./slug.ts";

test("rejects titles whose address is a fixed page", () => {
  for (const title of [".", "..", "customers.data", "Customers.DATA", ".data", "feed.xml", "Feed.XML"])
    expect([title, isReachable(toSlug(title))]).toEqual([title, false]);
  for (const title of ["...", "data", "Customers data", "customers.data.2026", "feed", "The feed.xml file"])
    expect([title, isReachable(toSlug(title))]).toEqual([title, true]);
});

test("preserves characters such as # and + in addresses", () => {
  expect(["C# and .NET", "C++ on a mill", "F#"].map(toSlug)).toEqual(["C#-and-.NET", "C++-on-a-mill", "F#"]);
  expect(entryPath({ path: "/blog", hasPage: true }, "C++-on-F#")).toBe("/blog/C%2B%2B-on-F%23");
});
