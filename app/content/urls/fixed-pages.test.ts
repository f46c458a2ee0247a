import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import pages from "#app/routes.ts";
import { whoMay } from "#app/who-may.ts";
import { isFixedPage } from "./fixed-pages.ts";

/** Addresses without a part left open, by the ids of their routes. */
function addressesOf(entries: readonly RouteConfigEntry[], above = ""): [string, string][] {
  return entries.flatMap((entry) => {
    const path = entry.path === undefined ? above : `${above}/${entry.path}`;
    const id = entry.id ?? entry.file.replace(/\.tsx?$/, "");
    const own: [string, string][] = /[:*]/.test(path) || entry.children ? [] : [[id, path || "/"]];
    return [...own, ...addressesOf(entry.children ?? [], path)];
  });
}

/** Steps on a way that something else began: no text links there. */
const onTheWay =
  /^\/(auth\/done|setup|invitation|login\/second-step|verify-email.*|newsletter\/(confirm|unsubscribe|sign-up)|preview\/.*)$/;

test("a link to any page that the routes always answer is good, and to a screen of the dashboard is not", () => {
  const all = addressesOf(pages);
  const open = all.filter(([id, path]) => whoMay[id] === "anyone" && !onTheWay.test(path));
  expect(open.length).toBeGreaterThan(15);
  expect(open.filter(([, path]) => !isFixedPage(path))).toEqual([]);
  expect(all.filter(([, path]) => path.startsWith("/dashboard") && isFixedPage(path))).toEqual([]);
  expect(isFixedPage("/blog/any")).toBe(false);
});
