import { expect, test } from "vitest";
import { parseChunkAlias } from "./compose-page.ts";

test("a script that only hands on what another holds is an alias", () => {
  expect(
    parseChunkAlias(
      'export{k as ErrorBoundary,A as default,$ as $}from"./site-1.js";\n',
      "/assets/root-2.js",
    ),
  ).toEqual({
    to: "/assets/site-1.js",
    names: { ErrorBoundary: "k", default: "A", $: "$" },
  });
});

test("a script with anything of its own is none", () => {
  for (const script of [
    'import"./a.js";export{a}from"./b.js";',
    "export{a};",
    "",
    'export{a}from"./b.js";run()',
  ])
    expect(parseChunkAlias(script, "/assets/x.js")).toBeNull();
});
