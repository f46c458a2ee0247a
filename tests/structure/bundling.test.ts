import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import routes from "../../app/routes.ts";
import { leanModule, listParts } from "../../bundling/lean-router.ts";
import { inlineHelper, isSentToVisitors } from "../../bundling/react-modules.ts";
import { passOverOthers } from "../../bundling/route-matching.ts";
import config from "../../react-router.config.ts";

const root = join(import.meta.dirname, "../..");

const router = join(
  createRequire(import.meta.url).resolve("react-router/package.json"),
  "../dist/production",
);
const read = (path: string) => readFileSync(join(router, path), "utf8");

test("every file, function and class that browsers are spared is where it is looked for", () => {
  const files = listParts().filter((part) => !part.includes(": "));
  expect(files.filter((path) => !existsSync(join(router, path)))).toEqual([]);
  const named = listParts().filter((part) => part.includes(": "));
  const paths = new Set(named.map((part) => part.replace(/: .*/, "")));
  const left = [...paths].flatMap((path) =>
    leanModule(path, read(path)).left.map((name) => `${path}: ${name}`),
  );
  expect(left.toSorted()).toEqual(named.toSorted());
});

test("a function left out throws its name when it is called after all, and one that is asked answers for good", () => {
  const { code } = leanModule("lib/router/router.js", read("lib/router/router.js"));
  expect(code).toContain('throw Error("patchRoutesImpl is left out.")');
  expect(code).toMatch(/function checkFogOfWar\([^)]*\) \{return \{ active: false, matches: null \};\}/);
});

test("what stands in place of a class throws its name as well, whether it is called or made", () => {
  const { code } = leanModule(
    "lib/components.js",
    "var AwaitErrorBoundary = class extends React$1.Component {};",
  );
  const part = new Function(`${code}return AwaitErrorBoundary;`)();
  expect(() => part()).toThrow("AwaitErrorBoundary is left out.");
  expect(() => new part()).toThrow("AwaitErrorBoundary is left out.");
});

test("a body that asks for what its module no longer knows stops the build", () => {
  const path = "lib/dom/ssr/errorBoundaries.js";
  expect(() => leanModule(path, read(path).replaceAll("React$1", "React"))).toThrow(
    "RemixRootDefaultErrorBoundary knows no React$1 any more",
  );
});

/** What browsers are spared, as the site's own code would ask for it. */
const spared =
  /\bprefetch=|\bPrefetchPageLinks\b|\bAwait\b|\b(Memory|History)Router\b|\bHydrateFallback\b|\binstrumentations\b|^import ("|\w+ from ".*)[^"]*\.css"/m;

test("the site asks for nothing that its browsers are spared", () => {
  expect(config).toMatchObject({ ssr: true, routeDiscovery: { mode: "initial" } });
  expect(readFileSync(join(root, "app/root.tsx"), "utf8")).toContain("export function ErrorBoundary(");
  const asking = globSync("app/**/*.{ts,tsx}", { cwd: root }).filter((path) =>
    spared.test(readFileSync(join(root, path), "utf8")),
  );
  expect(asking).toEqual([]);
  for (const line of ['<Link to="/" prefetch="intent">', 'import "./page.css";', 'import a from "./a.css";'])
    expect(line).toMatch(spared);
});

test("warnings go, assertions and errors keep throwing, without words", () => {
  const source = [
    'warning(isThere, "Words.");',
    'invariant(find(invariant(a, "Inner.")), "Outer.");',
    "throw new Error(`Words.`);",
    'throw new Error("Words", { cause });',
    "throw new TypeError(words);",
  ];
  expect(leanModule("lib/other.js", source.join("\n")).code.split("\n")).toEqual([
    ";",
    "invariant(find(invariant(a)));",
    "throw Error();",
    'throw new Error("Words", { cause });',
    "throw new TypeError(words);",
  ]);
});

const helper = {
  fileName: "assets/rolldown-runtime-A_1.js",
  code: "var e=(t)=>t+1,o=()=>3,c=(t)=>e(t)*2;export{c as n,o as t};",
};

test("the bundler's helper stands in the chunk that asks for it, with what is asked for", () => {
  const code = 'import{n as e}from"./rolldown-runtime-A_1.js";import{a}from"./b.js";globalThis.seen=e(1);';
  const whole = inlineHelper(code, helper);
  expect(whole).not.toContain("rolldown-runtime");
  expect(whole).toContain('import{a}from"./b.js"');
  expect(whole).not.toContain("3");
  const given: { seen?: number } = {};
  new Function("globalThis", whole.replace('import{a}from"./b.js";', ""))(given);
  expect(given.seen).toBe(4);
});

test("a chunk that asks for no helper stays as it is", () => {
  const code = 'import{a}from"./b.js";a();';
  expect(inlineHelper(code, helper)).toBe(code);
});

test.each([
  ["by another statement before", 'import"./b.js";import{n as e}from"./rolldown-runtime-A_1.js";e(1);'],
  ["as a whole", 'import*as e from"./rolldown-runtime-A_1.js";e.n(1);'],
  ["for a name it has not", 'import{z as e}from"./rolldown-runtime-A_1.js";e(1);'],
])("a chunk that asks for the helper %s stops the build", (_, code) => {
  expect(() => inlineHelper(code, helper)).toThrow("rolldown-runtime-A_1.js is imported in another way now");
});

test("React comes as modules to the site's own code and to the router alone, wherever the product lies", () => {
  const library = (name: string) => join(root, "node_modules", name, "index.js");
  expect(isSentToVisitors(join(root, "app/root.tsx"))).toBe(true);
  expect(isSentToVisitors(library("react-router/dist"))).toBe(true);
  expect(isSentToVisitors(library("@base-ui/react"))).toBe(false);
  expect(isSentToVisitors("/app/node_modules/@base-ui/react/index.js")).toBe(false);
});

/** The server's copy of the module that matches addresses, run beside the original. */
async function loadMatching(): Promise<typeof import("react-router")> {
  const path = join(router, "lib/router/utils.js");
  const there = pathToFileURL(path);
  const code = passOverOthers(readFileSync(path, "utf8")).replace(
    /from "(\.[^"]+)"/g,
    (_, near: string) => `from "${new URL(near, there)}"`,
  );
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-matching-"));
  const copy = join(folder, "utils.mjs");
  try {
    writeFileSync(copy, code);
    return await import(/* @vite-ignore */ pathToFileURL(copy).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the server passes over routes of another beginning, and matches each address as React Router does", async () => {
  const { matchRoutes: matchFaster } = await loadMatching();
  // As the server has it: everything below one root.
  const tree = [{ id: "root", path: "", children: routes.map(asRoute) }];
  const paths = listPaths(tree, "").flatMap((path) => {
    const filled = path.replace(/:\w+\??/g, "One-%E0%A6%95").replace("*", "a/b");
    return [
      filled,
      filled.toUpperCase(),
      `${filled}/`,
      `${filled}x`,
      `/x${filled}`,
      `/${filled}`,
      `${filled}/more`,
    ];
  });
  const strange = [
    "/",
    "//",
    "///dashboard",
    "/%64ashboard",
    "/ſervices",
    "/services%2Fa",
    "/feed.xml",
    "/.",
    "/a b",
  ];
  const all = [...paths, ...strange];
  expect(all.length).toBeGreaterThan(700);
  const idsOf = (matches: ReturnType<typeof matchRoutes>) =>
    matches?.map(({ route, params, pathname }) => [route.id, params, pathname]) ?? null;
  for (const path of all)
    expect([path, idsOf(matchFaster(tree, path))]).toEqual([path, idsOf(matchRoutes(tree, path))]);
});

test("the server matches with the function that passes over others", () => {
  const matching = read("lib/router/router.js");
  expect(matching).toContain("if (future.unstable_routePatternMatching) {");
  expect(matching).toMatch(/\}\n\treturn new V6RegExMatcher\(basename\);/);
  expect(read("lib/router/matcher.js")).toContain("matchRoutesImpl(");
  expect(config).not.toHaveProperty("future");
});

test("a router that matches otherwise stops the build", () => {
  expect(() => passOverOthers("function matchBranch(branch) {}")).toThrow("matches addresses otherwise now");
});

function asRoute({ id, file, index, path, children = [] }: RouteConfigEntry): RouteObject {
  if (index) return { id: id ?? file, index };
  return { id: id ?? file, ...(path !== undefined && { path }), children: children.map(asRoute) };
}

function listPaths(tree: readonly RouteObject[], above: string): string[] {
  return tree.flatMap(({ path, children = [] }) => {
    const whole = path === undefined ? above : `${above}/${path}`;
    return [whole, ...listPaths(children, whole)];
  });
}
