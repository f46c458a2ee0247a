import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/**
 * Layers of app/ from left to right: a file imports from its own folder and from layers to the right.
 * `server` and the files directly in app/ connect the layers and may import all.
 */
const layers = [["site", "dashboard", "api"], ["ops"], ["domain"], ["platform"], ["lib"]];

const testFile = /\.(test|fixture|samples|arbitrary)\.tsx?$/;

const files = globSync("app/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !testFile.test(file) && !file.includes("sample/content/"),
);

test("imports follow the layers of app/", () => {
  expect(files.length).toBeGreaterThan(500);
  const wrong = files.flatMap((file) => {
    const layer = layerOf(file);
    if (layer === -1) return [];
    return importsOf(file)
      .filter(
        (path) => path.startsWith("app/") && folderOf(path) !== folderOf(file) && layerOf(path) <= layer,
      )
      .map((path) => `${file} may not import ${path}`);
  });
  expect(wrong).toEqual([]);
});

/** The folder directly in app/ that holds a file. */
function folderOf(path: string): string {
  return path.split("/").length === 2 ? "" : (path.split("/")[1] ?? "");
}

/** Position of a file's layer; -1 for files that connect the layers. */
function layerOf(path: string): number {
  return layers.findIndex((folders) => folders.includes(folderOf(path)));
}

test("app/ and its layers have few entries", () => {
  const entriesOf = (folder: string) =>
    readdirSync(join(root, folder)).filter((name) => !testFile.test(name) && name !== "README.md");
  expect(entriesOf("app").length).toBeLessThanOrEqual(13);
  const crowded = layers
    .flat()
    .map((folder) => ({ folder, entries: entriesOf(`app/${folder}`) }))
    .filter(({ entries }) => entries.length > 12);
  expect(crowded).toEqual([]);
});

test("a folder has at most 20 TypeScript files", () => {
  const counts = new Map<string, number>();
  for (const file of globSync("{app,cli,lab,lint}/**/*.{ts,tsx}", { cwd: root }))
    if (!testFile.test(file) && !file.includes("node_modules"))
      counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect(counts.size).toBeGreaterThan(100);
  expect([...counts].filter(([, count]) => count > 20)).toEqual([]);
});

/** Folders that own tables or query database metadata. */
const sqlFolders = /^app\/(?:domain\/(?!routing\/)|ops\/(?!resources\/)|platform\/(?:database|limits)\/)/;

test("only folders that own tables contain SQL", () => {
  const sql = /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql[`<.(]|from "kysely"/;
  const found = files.filter((file) => sql.test(sourceOf(file)));
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter((file) => !sqlFolders.test(file))).toEqual([]);
});

test("imports form no cycles, type imports included", () => {
  const isDone = new Map<string, boolean>();
  const cycles: string[] = [];
  const walk = (file: string, chain: readonly string[]): void => {
    if (chain.includes(file))
      return void cycles.push([...chain.slice(chain.indexOf(file)), file].join(" → "));
    if (isDone.get(file)) return;
    for (const next of importsOf(file)) if (files.includes(next)) walk(next, [...chain, file]);
    isDone.set(file, true);
  };
  for (const file of files) walk(file, []);
  expect(cycles).toEqual([]);
});

/** Lists whose members each have their own file on purpose; these files are not counted. */
const lists = [
  "app/api/server/routes.ts",
  "app/platform/database/engines/postgres/open.ts",
  "app/platform/database/engines/sqlite/open.ts",
  "app/platform/database/migrations.ts",
  "app/platform/database/migrations/0001-baseline.ts",
  "app/ops/doctor/doctor.ts",
  "app/lib/fields/controls/controls.ts",
  "app/lib/fields/fields.ts",
  "app/server/jobs.ts",
  "app/domain/mail/templates/templates.ts",
  "app/ops/resources/resources.server.ts",
  "app/routes.ts",
  "app/site/browser/mount.ts",
  "app/site/browser/start.ts",
  "app/ops/transfer/import-any.ts",
  "app/lib/weave/weave.ts",
];

test("few files have a single importer", () => {
  const others = globSync("{*,cli/**/*,lab/bench/**/*}.ts", { cwd: root }).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  const importers = new Map<string, Set<string>>();
  for (const file of [...files, ...others])
    for (const path of [...importsOf(file), ...dynamicImportsOf(file), ...pagesOf(file)])
      importers.set(path, (importers.get(path) ?? new Set()).add(file));
  const single = files.filter((file) => importers.get(file)?.size === 1);
  expect(single.length).toBeGreaterThan(50);
  const singleImporter = single.filter((file) => !lists.some((list) => importers.get(file)?.has(list)));
  expect(singleImporter.length / files.length).toBeLessThanOrEqual(0.12);
});

/** Exports that React Router requires of route modules, and the one of migrations. */
const byConvention =
  /^(default|loader|action|meta|links|headers|handle|shouldRevalidate|clientLoader|clientAction|ErrorBoundary|HydrateFallback|up)$/;

test("exported names are unique in app/", () => {
  const found = new Map<string, string[]>();
  for (const file of files)
    for (const name of exportsOf(file)) {
      if (!byConvention.test(name)) found.set(name, [...(found.get(name) ?? []), file]);
    }
  const duplicates = [...found].filter(([, paths]) => paths.length > 1);
  expect(duplicates.map(([name, paths]) => `${name}: ${paths.join(", ")}`)).toEqual([]);
});

const sources = new Map<string, string>();

function sourceOf(file: string): string {
  const source = sources.get(file) ?? readFileSync(join(root, file), "utf8");
  sources.set(file, source);
  return source;
}

/** Paths that a file imports or re-exports, except dynamic imports, which start separate chunks. */
function importsOf(file: string): string[] {
  return pathsIn(file, /^(?:import|export|\}) ?[^;"']*?(?:from )?"([#.][^"]+)";$/gm);
}

function dynamicImportsOf(file: string): string[] {
  return pathsIn(file, /\bimport\("([#.][^"]+)"\)/g);
}

/** Page files that the route list names. */
function pagesOf(file: string): string[] {
  if (file !== "app/routes.ts") return [];
  return [...sourceOf(file).matchAll(/"([\w/-]+\.tsx?)"/g)].map(([, path = ""]) => `app/${path}`);
}

function pathsIn(file: string, imports: RegExp): string[] {
  return [...sourceOf(file).matchAll(imports)].map(([, path = ""]) =>
    path.startsWith("#") ? path.slice(1) : normalize(join(dirname(file), path)),
  );
}

function exportsOf(file: string): string[] {
  const declared = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;
  return [...new Set([...sourceOf(file).matchAll(declared)].map(([, name = ""]) => name))];
}

test("files import each icon from its own module", () => {
  const lists = files.filter((file) =>
    /^import (?!type ).*from "lucide-react";$/m.test(
      readFileSync(join(root, file), "utf8").replaceAll(/\{[^}]*\}/g, "{}"),
    ),
  );
  expect(lists).toEqual([]);
});
