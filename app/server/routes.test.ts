import { expect, test } from "vitest";
import routes from "../routes.ts";
import { correctRouteCase, listRoutes } from "./declare-routes.ts";

const listed = listRoutes(routes);

/** Required roles by path prefix, as in security.md; the first match applies. */
const roles = [
  [/^\/dashboard\/(user|settings|redirects|mail|audit|backups|tokens|webhooks)(\/|$)/, "admin"],
  [/^\/dashboard(\/|$)/, "editor"],
  [/^\/preview\/:kind\//, "editor"],
  [/^\/myprofile(\/|$)/, "signed-in"],
  [/^\//, "anyone"],
] as const;

test("Z1 every route has exactly the role that the product requires", () => {
  expect(listed.length).toBeGreaterThan(100);
  const expected = listed.map(({ id, path }) => [id, roles.find(([begin]) => begin.test(path))?.[1]]);
  expect(listed.map(({ id, rules }) => [id, rules.who])).toEqual(expected);
  const narrower = listed.flatMap(({ id, rules }) => (rules.whoActs ? [[id, rules.whoActs]] : []));
  expect(narrower).toEqual([["dashboard/leads/settings/inbox-settings", "admin"]]);
});

test("only public routes are cached or counted", () => {
  const shared = listed.filter(({ rules }) => rules.cache || rules.isCounted);
  expect(shared.length).toBeGreaterThan(20);
  expect(shared.filter(({ rules }) => rules.who !== "anyone")).toEqual([]);
});

test.each([
  ["/SERVICES", "/services"],
  ["/Services/Web-Development", "/services/Web-Development"],
  ["/Dashboard/Files/AbC", "/dashboard/files/AbC"],
  ["/SiteMap.xml", "/sitemap.xml"],
  ["/Blog/Feed.xml", "/blog/feed.xml"],
  ["/blog/Feed.xml", "/blog/feed.xml"],
  ["/dashboard/settings/Import", "/dashboard/settings/import"],
  ["/services/Web-Development", null],
  ["/services", null],
  ["/no/such/Page", null],
  ["/", null],
])("corrects the case of %s to %s", (path, expected) => {
  expect(correctRouteCase(listed, path)).toBe(expected);
});
