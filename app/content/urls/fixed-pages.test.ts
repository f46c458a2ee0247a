import { expect, test } from "vitest";
import { listRoutes } from "#app/declare-routes.ts";
import routes from "#app/routes.ts";
import { isFixedPage } from "./resolve-urls.ts";

/** Steps on a way that something else began: no text links there. */
const onTheWay =
  /^\/(auth\/done|setup|invitation|login\/second-step|verify-email.*|newsletter\/(confirm|unsubscribe|sign-up)|preview\/.*)$/;

test("a link to any page that the routes always answer is good, and to a screen of the dashboard is not", () => {
  // Addresses without a part left open.
  const all = listRoutes(routes).filter(({ path, hasChildren }) => !hasChildren && !/[:*]/.test(path));
  const open = all.filter(({ path, rules }) => rules.who === "anyone" && !onTheWay.test(path));
  expect(open.length).toBeGreaterThan(15);
  expect(open.filter(({ path }) => !isFixedPage(path))).toEqual([]);
  expect(all.filter(({ path }) => path.startsWith("/dashboard") && isFixedPage(path))).toEqual([]);
  expect(isFixedPage("/blog/any")).toBe(false);
});
