import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

/**
 * Imports allowed to each folder of app/, besides itself; files directly in app/ may import all.
 * An inner folder with a line of its own is not part of its parent and may be allowed alone (`http/bodies`).
 */
const mayImport: Record<string, string> = {
  platform: "",
  "platform/limits": "database platform",
  text: "",
  weave: "",
  ui: "",
  "rich-text": "text",
  fields: "platform rich-text text ui",
  database: "platform text",
  http: "database platform platform/limits",
  audit: "database platform",
  webhooks: "audit database platform",
  files: "audit database http/bodies platform platform/limits text",
  content: "audit company database fields files platform rich-text text webhooks",
  company: "audit database fields files platform text",
  mail: "audit company database platform text",
  leads: "audit database fields mail platform platform/limits text webhooks",
  visits: "database http/cache platform text",
  newsletter: "audit company content database fields files leads mail platform rich-text text",
  accounts: "audit database files leads mail platform platform/limits text",
  backup: "audit company content database fields files leads mail platform rich-text text transfer update",
  doctor: "backup database files http/listener mail platform text",
  imports: "audit backup content database files http/bodies platform transfer",
  update: "database platform text transfer",
  transfer: "audit company content database fields files leads newsletter platform rich-text text",
  resources:
    "accounts audit backup company content database files leads mail newsletter platform rich-text text webhooks",
  pages: "accounts company database files http mail platform webhooks",
  api: "accounts audit company content database fields files http leads mail newsletter platform platform/limits resources rich-text text visits",
  site: "accounts company content database files http leads newsletter pages platform rich-text text ui visits weave",
  dashboard:
    "accounts audit backup company content database fields files http imports leads mail newsletter pages platform resources rich-text text transfer ui visits weave webhooks",
};

const files = globSync("app/**/*.{ts,tsx}", { cwd: root }).filter(
  (file) => !/\.(test|fixture|samples|arbitrary)\.tsx?$/.test(file) && !file.includes("database/sample/"),
);

test("imports go one way between the folders of app/", () => {
  expect(files.length).toBeGreaterThan(500);
  const wrong = files.flatMap((file) => {
    if (file.split("/").length === 2) return [];
    const folder = folderOf(file);
    const allowed = mayImport[folder]?.split(" ");
    if (!allowed) return [`${file}: no rule for ${folder}/`];
    return importsOf(file)
      .filter((path) => path.startsWith("app/") && folderOf(path) !== folder)
      .filter((path) => !allowed.includes(folderOf(path)) && !allowed.includes(innerFolderOf(path)))
      .map((path) => `${file} may not import ${path}`);
  });
  expect(wrong).toEqual([]);
});

/** The folder of `mayImport` that a file belongs to. */
function folderOf(path: string): string {
  const inner = innerFolderOf(path);
  return inner in mayImport ? inner : (path.split("/")[1] ?? "");
}

/** Such as `http/bodies` for app/http/bodies/multipart.ts. */
function innerFolderOf(path: string): string {
  return path.split("/").slice(1, 3).join("/");
}

/** Folders that own tables, or query the database about itself. */
const sqlFolders = [
  "accounts",
  "audit",
  "backup",
  "company",
  "content",
  "database",
  "doctor",
  "files",
  "imports",
  "leads",
  "mail",
  "newsletter",
  "platform/limits",
  "transfer",
  "update",
  "visits",
  "webhooks",
];

test("SQL stands in the folders that own its tables, and nowhere else", () => {
  const sql = /\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql[`<.(]|from "kysely"/;
  const found = files.filter((file) => sql.test(sourceOf(file)));
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter((file) => !sqlFolders.includes(folderOf(file)))).toEqual([]);
});

test("no files import each other in a circle, types included", () => {
  const isDone = new Map<string, boolean>();
  const circles: string[] = [];
  const walk = (file: string, way: readonly string[]): void => {
    if (way.includes(file)) return void circles.push([...way.slice(way.indexOf(file)), file].join(" → "));
    if (isDone.get(file)) return;
    for (const next of importsOf(file)) if (files.includes(next)) walk(next, [...way, file]);
    isDone.set(file, true);
  };
  for (const file of files) walk(file, []);
  expect(circles).toEqual([]);
});

/** Lists of which each member has a file of its own on purpose: members are not counted. */
const lists = [
  "app/api/server/routes.ts",
  "app/database/engines/postgres/open.ts",
  "app/database/engines/sqlite/open.ts",
  "app/database/migrations/0001-baseline.ts",
  "app/doctor/doctor.ts",
  "app/fields/controls/controls.ts",
  "app/fields/fields.ts",
  "app/jobs.ts",
  "app/mail/templates/templates.ts",
  "app/resources/resources.server.ts",
  "app/routes.ts",
  "app/transfer/import-any.ts",
  "app/weave/weave.ts",
];

test("few files have a single importer", () => {
  const others = globSync("{*,cli/*,lab/bench/*}.ts", { cwd: root }).filter(
    (file) => !file.endsWith(".test.ts"),
  );
  const importers = new Map<string, Set<string>>();
  for (const file of [...files, ...others])
    for (const path of [...importsOf(file), ...dynamicImportsOf(file), ...pagesOf(file)])
      importers.set(path, (importers.get(path) ?? new Set()).add(file));
  const single = files.filter((file) => importers.get(file)?.size === 1);
  expect(single.length).toBeGreaterThan(50);
  const alone = single.filter((file) => !lists.some((list) => importers.get(file)?.has(list)));
  expect(alone.length / files.length).toBeLessThanOrEqual(0.12);
});

/** What React Router looks for in the file of a page, and what every migration exports. */
const byConvention =
  /^(default|loader|action|meta|links|headers|handle|shouldRevalidate|clientLoader|clientAction|ErrorBoundary|HydrateFallback|up)$/;

test("an exported name means one thing in the whole tree", () => {
  const found = new Map<string, string[]>();
  for (const file of files)
    for (const name of exportsOf(file)) {
      if (!byConvention.test(name)) found.set(name, [...(found.get(name) ?? []), file]);
    }
  const doubled = [...found].filter(([, places]) => places.length > 1);
  expect(doubled.map(([name, places]) => `${name}: ${places.join(", ")}`)).toEqual([]);
});

const sources = new Map<string, string>();

function sourceOf(file: string): string {
  const source = sources.get(file) ?? readFileSync(join(root, file), "utf8");
  sources.set(file, source);
  return source;
}

/** Paths of what a file imports and re-exports, dynamic imports left out: those begin a chunk of their own. */
function importsOf(file: string): string[] {
  return pathsIn(file, /^(?:import|export|\}) ?[^;"']*?(?:from )?"([#.][^"]+)";$/gm);
}

function dynamicImportsOf(file: string): string[] {
  return pathsIn(file, /\bimport\("([#.][^"]+)"\)/g);
}

/** The files of pages that the list of addresses names. */
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
