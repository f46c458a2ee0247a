import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createStaticHandler, createStaticRouter, Link, StaticRouterProvider } from "react-router";
import { expect, test } from "vitest";
import { PageLink, type PageLinkProps } from "./page-link.tsx";

/** As a page at that path draws it on the server. */
async function drawAt(path: string, element: ReactNode): Promise<string> {
  const routes = [{ path: "*", element }];
  const context = await createStaticHandler(routes).query(new Request(`http://localhost${path}`));
  if (context instanceof Response) throw new Error("No page was drawn.");
  return renderToStaticMarkup(
    <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />,
  );
}

test.each<[string, PageLinkProps]>([
  ["a page", { to: "/blog", viewTransition: true, children: "Blog" }],
  ["a query and a place on it", { to: "/blog?tag=a&b=%E0%A6%95#end", rel: "next", className: "more" }],
  ["a page of another document", { to: "/dashboard", reloadDocument: true, "aria-current": "page" }],
  ["a page whose scroll stays", { to: "/media", preventScrollReset: true, replace: true, state: 1 }],
  ["another place of the same page", { to: "?rename=1", preventScrollReset: true }],
  ["the page above", { to: "..", children: "Up" }],
  ["another site", { to: "https://www.company.example/a" }],
  ["another site, without a scheme", { to: "//www.company.example/a" }],
  ["a place as its parts", { to: { pathname: "/blog", search: "?tag=a" } }],
])("on the server a link to %s is written as React Router's own", async (_, link) => {
  const written = await drawAt("/blog/one", <PageLink {...link} />);
  expect(written).toBe(await drawAt("/blog/one", <Link {...link} />));
});

test.each([
  "/a?",
  "/a#",
  "/a?#",
  "/./a",
  "/a/..",
  "/a//b",
  "/?",
  "/",
  "/a\\\\b",
  "/\\www.company.example",
  "/a?b=../c//d",
  "/a b",
  "/ক",
  "/a%2Fb",
])("an address as odd as %s is written as React Router's own", async (to) => {
  expect(await drawAt("/", <PageLink to={to} />)).toBe(await drawAt("/", <Link to={to} />));
});
