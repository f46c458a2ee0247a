import { join } from "node:path";
import { expect, test } from "vitest";
import { findServerModules, within } from "../../vite.config.ts";

const folder = join(import.meta.dirname, "../../app");

test("a chunk is named by files that are there, or the build ends", () => {
  expect(() => within(["site/parts/picture-that-moved.tsx"])).toThrow(
    /names app\/site\/parts\/picture-that-moved.tsx/,
  );
  expect(() => within(["site/"], ["site/gone/"])).toThrow(/names app\/site\/gone\//);
});

test("a folder takes what is below it but for what is excepted, a file itself and what is asked of it", () => {
  const isNamed = within(["root.tsx", "site/account/"], ["site/account/profile/"]);
  const found = [
    "root.tsx",
    "root.tsx?route",
    "root.tsxx",
    "site/account/done.ts",
    "site/account/profile/row.tsx",
  ];
  expect(found.filter((path) => isNamed(join(folder, path)))).toEqual([
    "root.tsx",
    "root.tsx?route",
    "site/account/done.ts",
  ]);
  expect(isNamed("/elsewhere/app/root.tsx")).toBe(false);
});

test("a module for servers from which anything is left in a chunk for browsers is found", () => {
  const chunk = (path: string, renderedLength = 9) => ({
    type: "chunk" as const,
    fileName: "assets/home-1.js",
    modules: { [join(folder, path)]: { renderedLength } },
  });
  expect(
    findServerModules([chunk("site/home/home.tsx"), chunk("database/open.ts", 0), { type: "asset" }]),
  ).toEqual([]);
  for (const path of ["database/open.ts", "entry.server.tsx", "http/cache/page.ts"])
    expect(findServerModules([chunk(path)])).toHaveLength(1);
});
