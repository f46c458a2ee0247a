import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RunningSite, startSite } from "../support/site.ts";

let site: RunningSite;
beforeAll(async () => {
  site = await startSite({});
});
afterAll(() => site.stop());

/** Texts that these libraries carry in every build, and where one of them is expected. */
const marks = {
  "Base UI": "data-base-ui-focusable",
  "dnd-kit": "DndDescribedBy",
  Tiptap: "ProseMirror",
};

const assets = join(import.meta.dirname, "../../build/client/assets");
const scriptsIn = (text: string) =>
  [...text.matchAll(/["'/]([\w.-]+-[\w-]{8}\.js)["']/g)].map(([, name = ""]) => name);

/** Scripts named in a text, and whatever they import in turn, at once or later. */
function reach(text: string): Set<string> {
  const reached = new Set<string>();
  const walk = (source: string): void => {
    for (const name of scriptsIn(source))
      if (!reached.has(name)) {
        reached.add(name);
        const script = readFileSync(join(assets, name), "utf8");
        // The list of all pages, one line, names the scripts of every one of them; the entry follows it.
        walk(name.startsWith("manifest-") ? script.slice(script.indexOf("\n")) : script);
      }
  };
  walk(text);
  return reached;
}

function librariesIn(names: Iterable<string>): string[] {
  const text = [...names].map((name) => readFileSync(join(assets, name), "utf8")).join("\n");
  return Object.entries(marks).flatMap(([library, mark]) => (text.includes(mark) ? [library] : []));
}

test.each([
  "/",
  "/services",
  "/portfolio",
  "/blog",
  "/contact",
  "/calltoaction",
  "/search?q=x",
  "/login",
  "/newsletter",
])("%s sends none of the dashboard's libraries", async (path) => {
  const names = reach(await (await fetch(site.url + path)).text());
  expect(names.size).toBeGreaterThan(2);
  expect(librariesIn(names)).toEqual([]);
});

test("the libraries are known by their marks among all scripts of the build", () => {
  const all = readdirSync(assets).filter((name) => name.endsWith(".js"));
  expect(librariesIn(all)).toEqual(Object.keys(marks));
});
