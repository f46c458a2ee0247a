import { expect, test } from "vitest";
import { isReachable, toSlug } from "./slug.ts";

test("a title whose address something else answers is none", () => {
  for (const title of [".", "..", "customers.data", "Customers.DATA", ".data", "feed.xml", "Feed.XML"])
    expect([title, isReachable(toSlug(title))]).toEqual([title, false]);
  for (const title of ["...", "data", "Customers data", "customers.data.2026", "feed", "The feed.xml file"])
    expect([title, isReachable(toSlug(title))]).toEqual([title, true]);
});
