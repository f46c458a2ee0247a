import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const pages = [
  "docs/architecture.md",
  "docs/glossary.md",
  "docs/add-a-content-kind.md",
  "docs/add-a-field-type.md",
  "docs/add-a-resource.md",
];

test("architecture.md names existing files", () => {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const paths = page.split(/^## /m).filter((section) => section.startsWith("The path of a "));
  expect(paths).toHaveLength(3);
  const sources = globSync("app/**/*.{ts,tsx}", { cwd: root });
  for (const path of paths) {
    const named = [...path.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(5);
    const missing = named.filter((name) => !sources.some((file) => `/${file}`.endsWith(`/${name}`)));
    expect(missing).toEqual([]);
  }
});

test.each(pages)("%s imports from existing files or files that it creates", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const created = [...text.matchAll(/^`(app\/[\w./-]+)`/gm)].map(([, path]) => path);
  const imported = [...text.matchAll(/^\+?import .* from "#(app\/[\w./-]+)";$/gm)].map(
    ([, path = ""]) => path,
  );
  expect(imported.filter((path) => !created.includes(path) && !existsSync(join(root, path)))).toEqual([]);
});

test.each(pages)("%s names existing files or files that it creates", (page) => {
  const text = readFileSync(join(root, page), "utf8");
  const named = [...text.matchAll(/`((?:app|tests)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(0);
  const created = [...text.matchAll(/^`(app\/[\w./-]+)`[^\n]*:\n```tsx?$/gm)].map(([, path]) => path);
  expect(named.filter((path) => !created.includes(path) && !existsSync(join(root, path)))).toEqual([]);
});

test("READMEs are short and name existing files", () => {
  const sources = globSync("app/**/*.{ts,tsx}", { cwd: root });
  const readmes = globSync("app/**/README.md", { cwd: root });
  expect(readmes.length).toBeGreaterThan(3);
  const missing = readmes.flatMap((path) => {
    const text = readFileSync(join(root, path), "utf8");
    expect(text.trimEnd().split("\n").length, path).toBeLessThanOrEqual(30);
    const named = [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = ""]) => name);
    return named.filter((name) => !sources.some((file) => `/${file}`.endsWith(`/${name}`)));
  });
  expect(missing).toEqual([]);
});
