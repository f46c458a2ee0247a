import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { siteTest } from "../support/site-test.ts";

const test = siteTest({ copiesSample: true });

/** Text that identifies each library in a build. */
const markers = {
  "Base UI": "data-base-ui-focusable",
  "dnd-kit": "DndDescribedBy",
  Tiptap: "ProseMirror",
};

const assets = join(import.meta.dirname, "../../build/client/assets");
const scriptsIn = (text: string) =>
  [...text.matchAll(/["'/]([\w.-]+-[\w-]{8}\.js)["']/g)].map(([, name = ""]) => name);

/** Scripts named in a text and all scripts that they import, statically or dynamically. */
function findScripts(text: string): Set<string> {
  const found = new Set<string>();
  const walk = (source: string): void => {
    for (const name of scriptsIn(source))
      if (!found.has(name)) {
        found.add(name);
        walk(readFileSync(join(assets, name), "utf8"));
      }
  };
  walk(text);
  return found;
}

function librariesIn(names: Iterable<string>): string[] {
  const text = [...names].map((name) => readFileSync(join(assets, name), "utf8")).join("\n");
  return Object.entries(markers).flatMap(([library, marker]) => (text.includes(marker) ? [library] : []));
}

test.for([
  "/",
  "/services",
  "/portfolio",
  "/blog",
  "/contact",
  "/calltoaction",
  "/search?q=x",
  "/login",
  "/newsletter",
])("%s loads no library of the dashboard", async (path, { site }) => {
  const names = findScripts(await (await fetch(site.url + path)).text());
  expect(names.size).toBeGreaterThan(2);
  expect(librariesIn(names)).toEqual([]);
});

test("the scripts of the build contain the text of each library", () => {
  const all = readdirSync(assets).filter((name) => name.endsWith(".js"));
  expect(librariesIn(all)).toEqual(Object.keys(markers));
});

/** Brotli bytes of the scripts that load before an interaction: those of the document and their imports. */
const budget = 20_000;

test.for(["/", "/services", "/blog", "/about", "/search?q=x", "/no-such-page"])(
  "%s loads at most 20 KB of script before an interaction",
  async (path, { site }) => {
    const html = await (await fetch(site.url + path)).text();
    const queue = [...html.matchAll(/<script[^>]* src="\/assets\/([^"]+)"/g)].map(([, name = ""]) => name);
    expect(queue).toHaveLength(1);
    const loaded = new Set<string>();
    for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
      if (loaded.has(name)) continue;
      loaded.add(name);
      const script = readFileSync(join(assets, name), "utf8");
      for (const [, next = ""] of script.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)) queue.push(next);
    }
    const sizes = [...loaded].map((name) => statSync(join(assets, `${name}.br`)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budget);
  },
);
