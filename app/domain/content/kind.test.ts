import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeForm, galleryFieldOf } from "./kind.ts";
import { kinds } from "./kinds.ts";

test("cover hints mention the gallery only for kinds with one", () => {
  const hints = kinds.flatMap((kind) => {
    const { cover } = describeForm(kind).fields;
    return cover ? [{ hasGallery: galleryFieldOf(kind) !== null, hint: cover.hint }] : [];
  });
  expect(hints.some(({ hasGallery }) => hasGallery)).toBe(true);
  for (const { hasGallery, hint } of hints)
    expect(hint.includes("the first picture of the gallery")).toBe(hasGallery);
});

test("each file of kinds/ defines its kind with a unique position", () => {
  const files = globSync("*.ts", { cwd: join(import.meta.dirname, "kinds") });
  expect(kinds.map(({ name }) => `${name}.ts`).toSorted()).toEqual(files.toSorted());
  expect(new Set(kinds.map(({ sidebarPosition }) => sidebarPosition)).size).toBe(kinds.length);
});
