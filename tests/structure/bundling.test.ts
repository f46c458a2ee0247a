import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import { leanModule, listParts } from "../../bundling/lean-router.ts";
import { inlineHelper } from "../../bundling/react-modules.ts";

const router = join(
  createRequire(import.meta.url).resolve("react-router/package.json"),
  "../dist/production",
);
const read = (path: string) => readFileSync(join(router, path), "utf8");

test("every function and class that browsers are spared is where it is looked for", () => {
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
