import { expect, test } from "vitest";
import { markAttribute } from "#app/http/security/security-headers.ts";
import { composePage, findUnexpected } from "./compose-page.ts";
import { withSiteManifest } from "./site-manifest.ts";

/** A page as React and React Router 8.4 write it. */
const drawn = `<html><head><link rel="stylesheet" href="/assets/site-3.css" data-precedence="site"/><noscript><link rel="stylesheet" href="/assets/bangla-9.css"/></noscript><link rel="modulepreload" href="/assets/manifest-0123abcd.js"/></head><body><h1>About</h1><script${markAttribute}>window.__reactRouterContext = {};window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());</script><script${markAttribute} type="module" async="">import "/assets/manifest-0123abcd.js";
import * as route0 from "/assets/root-4.js";
import * as route1 from "/assets/about-2.js";
  window.__reactRouterRouteModules = {"root":route0,"site/about/about":route1};

import("/assets/entry-5.js");</script></body></html>`;

const manifest = { url: "/assets/manifest-0123abcd.js", entry: { module: "/assets/entry-5.js" } };

const parts = {
  loaded: "[]",
  deferredSheets: [],
  readSheet: () => Buffer.from("@layer base{body{margin:0}}"),
  shared: ["/assets/site-1.js"],
  findChunkAlias: withSiteManifest(manifest, (address) =>
    address === "/assets/root-4.js"
      ? { to: "/assets/site-1.js", names: { default: "k", Layout: "A" } }
      : null,
  ),
};
const compose = (page: string) => findUnexpected(composePage(page, parts).toString());

test("a page as the framework writes it today is found as it should be", () => {
  expect(compose(drawn)).toEqual([]);
});

test.each([
  ["marks its start in another way", 'type="module" async=""', 'async="" type="module"'],
  [
    "imports by name",
    'import * as route1 from "/assets/about-2.js"',
    'import { a as route1 } from "/assets/about-2.js"',
  ],
  [
    "starts by two scripts",
    'import("/assets/entry-5.js");',
    `</script><script type="module">import("/assets/entry-5.js");`,
  ],
  ["preloads in another way", 'rel="modulepreload" href', 'crossorigin="" rel="modulepreload" href'],
  ["hands data over in another way", "streamController = controller", "push = controller"],
  ["names its modules otherwise", "__reactRouterRouteModules", "__routeModules"],
  ["marks its sheets otherwise", 'data-precedence="site"', 'data-rank="site"'],
  ["links a sheet of its own", "</head>", '<link rel="stylesheet" href="/assets/more-1.css"/></head>'],
  ["names its entry otherwise", 'import("/assets/entry-5.js")', 'import("/assets/entry-6.js")'],
  ["starts in another order", 'import("/assets/entry-5.js");', 'import("/assets/entry-5.js");start();'],
])("a framework that %s is noticed", (_, today, tomorrow) => {
  expect(drawn).toContain(today);
  expect(compose(drawn.replace(today, tomorrow))).not.toEqual([]);
});

test("a build whose chunks are cut otherwise is noticed", () => {
  const two = { ...parts, shared: ["/assets/react-1.js", "/assets/site-1.js"] };
  expect(findUnexpected(composePage(drawn, two).toString())).not.toEqual([]);
});
