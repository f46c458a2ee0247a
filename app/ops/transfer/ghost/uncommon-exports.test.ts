import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { richTextSchema } from "#app/lib/rich-text/schema/schema.ts";
import { toText } from "#app/lib/rich-text/text.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { planAny } from "../import-any.ts";

const names = { picture: () => null, file: () => null, category: () => null, entry: () => null };

/** Plans an import of these rows; returns titles and texts to store, and the report lines. */
async function planGhost(data: Record<string, unknown>) {
  const open = await openTestDatabase("sqlite");
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-ghost-"));
  onTestFinished(async () => {
    await open.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const path = join(folder, "ghost.json");
  writeFileSync(path, JSON.stringify({ meta: { version: "003" }, data }));
  const { plan, report, unexplained } = await planAny(open.db, path, { uploads: null, now: new Date() });
  const texts = plan.entries.map(({ title, data }) => [
    title,
    toText(richTextSchema.parse(data(names).body)),
  ]);
  return { texts, lines: report.lines.map(({ item, what }) => `${item}: ${what}`), unexplained };
}

test("reads the Markdown of a post without HTML", async () => {
  const { texts, unexplained, lines } = await planGhost({
    posts: [
      {
        id: 1,
        title: "Kites",
        slug: "kites",
        status: "published",
        markdown: "Red *kites* and\n\n- blue ones",
      },
      {
        id: 2,
        title: "Rain",
        slug: "rain",
        status: "published",
        markdown: "Rain",
        html: "<p>Falling rain</p>",
      },
    ],
  });
  expect(texts).toEqual([
    ["Kites", "Red kites and\nblue ones"],
    ["Rain", "Falling rain"],
  ]);
  expect(unexplained).toBe(0);
  expect(lines.filter((line) => line.includes("markdown"))).toEqual([]);
});

test("assigns an id to each post without a unique one", async () => {
  const post = (title: string) => ({
    title,
    slug: title.toLowerCase(),
    status: "published",
    html: `<p>${title}</p>`,
  });
  const { texts, unexplained, lines } = await planGhost({
    posts: [
      { id: 1, ...post("Kites") },
      { id: 1, ...post("Rain") },
      post("Wind"),
      { id: null, ...post("Sand") },
    ],
  });
  expect(texts.map(([title, text]) => [title, text])).toEqual(
    ["Kites", "Rain", "Wind", "Sand"].map((title) => [title, title]),
  );
  expect(unexplained).toBe(0);
  expect(lines).toContain("Site: 3 posts without an id");
});

test("reports empty posts and accepts empty settings", async () => {
  const empty = { id: null, title: null, slug: null, html: null, markdown: null, status: null, page: 0 };
  const { texts, lines, unexplained } = await planGhost({
    posts: [{ id: 1, title: "Kites", slug: "kites", status: "draft", html: "<p>Red</p>" }, empty],
    settings: [{ key: null, value: "[]" }],
  });
  expect(texts).toEqual([["Kites", "Red"]]);
  expect(lines).toContain("Site: 1 empty post");
  expect(unexplained).toBe(0);
});

test("reports an address that two posts share", async () => {
  const post = (id: number, title: string) => ({
    id,
    title,
    slug: "kites",
    status: "published",
    html: `<p>${title}</p>`,
  });
  const { unexplained, lines } = await planGhost({ posts: [post(1, "Kites"), post(2, "Rain")] });
  expect(unexplained).toBe(0);
  expect(lines.filter((line) => line.includes("address"))).toHaveLength(1);
});
