import { expect, test } from "vitest";
import { correctRouteCase, listRoutes } from "./declare-routes.ts";
import routes from "./routes.ts";

const listed = listRoutes(routes);

/** What security.md says of roles, by the beginnings of paths: the first that fits counts. */
const roles = [
  [/^\/dashboard\/(user|settings|redirects|mail|audit|backups|tokens|webhooks)(\/|$)/, "admin"],
  [/^\/dashboard(\/|$)/, "editor"],
  [/^\/preview\/:kind\//, "editor"],
  [/^\/myprofile(\/|$)/, "signed-in"],
  [/^\//, "anyone"],
] as const;

test("Z1 no declaration is looser, or stricter, than the roles of the product", () => {
  expect(listed.length).toBeGreaterThan(100);
  const expected = listed.map(({ id, path }) => [id, roles.find(([begin]) => begin.test(path))?.[1]]);
  expect(listed.map(({ id, rules }) => [id, rules.who])).toEqual(expected);
  const narrower = listed.flatMap(({ id, rules }) => (rules.whoActs ? [[id, rules.whoActs]] : []));
  expect(narrower).toEqual([["dashboard/leads/settings/inbox-settings", "admin"]]);
});

test("only what everybody may see is cached or counted", () => {
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
])("the fixed steps of %s are written as %s", (path, expected) => {
  expect(correctRouteCase(listed, path)).toBe(expected);
});
