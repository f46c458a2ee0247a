import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type ChunkAlias, deferScripts } from "./compose-page.ts";

const shared = ["/assets/react-6.js", "/assets/site-1.js"];
const deferredSheets = ["/assets/bangla-9.css"];
const letters =
  '@font-face{font-family:Anek Bangla;src:url(/assets/anek-bangla-400.woff2)format("woff2");font-weight:400 520;font-display:swap;unicode-range:U+964-965}' +
  '@font-face{font-family:"Anek Bangla";src:url(/assets/anek-bangla-620.woff2)format("woff2");font-weight:521 700;font-display:swap;unicode-range:U+964-965}';
const readSheet = () => Buffer.from(letters);
const none = { deferredSheets, readSheet, shared, findChunkAlias: () => null };

const page = `<html><head><link rel="modulepreload" href="/assets/site-1.js"/><link rel="modulepreload" href="/assets/home-2.js"/><link rel="stylesheet" href="/assets/site.css"/></head><body><p>$& costs $1</p><script type="module" async="">import "/assets/manifest-3.js";
import * as route0 from "/assets/root-4.js";
import * as route1 from "/assets/home-2.js";
  window.modules = {"root":route0,"home":route1};

import("/assets/entry-5.js");</script></body></html>`;

test("scripts are asked for only after the first frame, all at once, and started as before", () => {
  const later = deferScripts(page, none);
  expect(later).not.toContain('<link rel="modulepreload"');
  expect(later).not.toMatch(/^import /m);
  const lines = later.slice(later.indexOf("await new")).split("\n");
  const [wait, , ask, evaluate, gather, ...rest] = lines.filter((line) => !line.includes("FontFace"));
  expect(wait).toMatch(/first-contentful-paint/);
  expect(ask).toBe('["/assets/site-1.js","/assets/home-2.js"].forEach(preload);');
  expect(evaluate).toBe(
    'for(const file of ["/assets/react-6.js","/assets/site-1.js"]){await import(file);await breathe()}',
  );
  expect(gather).toBe(
    'const [,route0,route1]=await Promise.all([import("/assets/manifest-3.js"),import("/assets/root-4.js"),import("/assets/home-2.js")]);',
  );
  expect(rest.join("\n")).toContain(
    'window.modules = {"root":route0,"home":route1};\n\nimport("/assets/entry-5.js");',
  );
});

test.each([
  ["nothing that observes", undefined],
  ["an observer that names no types", {}],
  ["an observer that reports no paint", { supportedEntryTypes: ["mark"] }],
])("scripts are asked for also where a browser has %s", async (_, PerformanceObserver) => {
  const wait = /await (new Promise.*);\n/.exec(deferScripts(page, none))?.[1];
  const frame = { PerformanceObserver, requestAnimationFrame: (call: () => void) => call() };
  const begin = runInNewContext(`window = globalThis; ${wait}`, { ...frame, setTimeout });
  await expect(begin).resolves.toBeUndefined();
});

test("letters that can wait are declared after the first frame, without the sheet that holds them", () => {
  const given: unknown[][] = [];
  class FontFace {
    constructor(...said: unknown[]) {
      given.push(said);
    }
  }
  const later = deferScripts(page, none);
  expect(later).not.toContain("bangla-9.css");
  expect(later.indexOf("FontFace")).toBeGreaterThan(later.indexOf("await new"));
  const lines = later.split("\n").filter((line) => line.includes("FontFace"));
  const declare = (browser: object) => runInNewContext(`window = globalThis; ${lines.join("\n")}`, browser);
  declare({ document: {} });
  declare({ document: {}, FontFace });
  declare({ document: { fonts: new Set() } });
  expect(given).toEqual([]);
  declare({ document: { fonts: new Set() }, FontFace });
  const face = (file: string, weight: string) => [
    "Anek Bangla",
    `url(/assets/${file}.woff2)format("woff2")`,
    { weight, display: "swap", unicodeRange: "U+964-965" },
  ];
  expect(given).toEqual([face("anek-bangla-400", "400 520"), face("anek-bangla-620", "521 700")]);
});

test("a page that declares those letters itself is not given them twice, and a sheet without any is noticed", () => {
  const own = page.replace("</head>", '<link rel="stylesheet" href="/assets/bangla-9.css"/></head>');
  expect(deferScripts(own, none)).not.toContain("FontFace");
  expect(() => deferScripts(page, { ...none, readSheet: () => Buffer.from("p{top:0}") })).toThrow("bangla-9");
});

test("everything else of the page stays letter by letter, and so does a page without scripts", () => {
  expect(deferScripts(page, none)).toContain(
    '<link rel="stylesheet" href="/assets/site.css"/></head><body><p>$& costs $1</p>',
  );
  expect(deferScripts("<html><body>Hello</body></html>", none)).toBe("<html><body>Hello</body></html>");
});

test("a script that only points to another is not fetched: what it would hand on is taken where it lies", () => {
  const alias = { to: "/assets/site-1.js", names: { default: "k", Layout: "A" } };
  const findChunkAlias = (address: string) => (address === "/assets/root-4.js" ? alias : null);
  const later = deferScripts(page, { ...none, findChunkAlias });
  expect(later).toContain('import("/assets/site-1.js").then((m)=>({default:m.k,Layout:m.A}))');
  expect(later).not.toContain("root-4");
});

test("what comes in one file with the entry is started with it, after the modules of the page", () => {
  const start: ChunkAlias = { to: "/assets/manifest-3-site.js", names: {} };
  const findChunkAlias = (address: string) => (/manifest-3|entry-5/.test(address) ? start : null);
  const later = deferScripts(page, { ...none, findChunkAlias });
  expect(later).toContain(
    'const [route0,route1]=await Promise.all([import("/assets/root-4.js"),import("/assets/home-2.js")]);',
  );
  expect(later).toMatch(/import\("\/assets\/manifest-3-site\.js"\);<\/script>/);
  expect(later.split("manifest-3-site.js")).toHaveLength(2);
});
