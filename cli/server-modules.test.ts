import { join } from "node:path";
import { expect, test } from "vitest";
import { findServerModules } from "./server-modules.ts";

const folder = join(import.meta.dirname, "../app");

test("finds server-only modules in a client chunk", () => {
  const chunk = (path: string, renderedLength = 9) => ({
    type: "chunk" as const,
    fileName: "assets/home-1.js",
    modules: { [join(folder, path)]: { renderedLength } },
  });
  expect(
    findServerModules([
      chunk("site/pages/home/home.tsx"),
      chunk("platform/database/open.ts", 0),
      { type: "asset" },
    ]),
  ).toEqual([]);
  for (const path of ["platform/database/open.ts", "entry.server.tsx", "platform/http/cache/page.ts"])
    expect(findServerModules([chunk(path)])).toHaveLength(1);
});
