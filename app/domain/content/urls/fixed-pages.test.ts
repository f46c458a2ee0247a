import { expect, test } from "vitest";
import routes from "#app/routes.ts";
import { listRoutes } from "#app/server/declare-routes.ts";
import { isFixedPage } from "./resolve-urls.ts";

/** Pages inside flows such as sign-in, which no text links to. */
const flowPages =
  /^\/(auth\/done|setup|invitation|login\/second-step|verify-email.*|newsletter\/(confirm|unsubscribe|sign-up)|preview\/.*)$/;

test("accepts links to every fixed page and rejects dashboard screens", () => {
  // Addresses without parameters.
  const all = listRoutes(routes).filter(({ path, hasChildren }) => !hasChildren && !/[:*]/.test(path));
  const open = all.filter(({ path, rules }) => rules.who === "anyone" && !flowPages.test(path));
  expect(open.length).toBeGreaterThan(15);
  expect(open.filter(({ path }) => !isFixedPage(path))).toEqual([]);
  expect(all.filter(({ path }) => path.startsWith("/dashboard") && isFixedPage(path))).toEqual([]);
  expect(isFixedPage("/blog/any")).toBe(false);
});
