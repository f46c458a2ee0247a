import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openDiskStore } from "#app/domain/files/store/disk-store.ts";
import { emptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { importAny, planAny } from "../import-any.ts";

const loss = vi.hoisted(() => ({ isOn: false }));
beforeEach(() => {
  loss.isOn = false;
});

// An import that loses every text.
vi.mock("#app/lib/rich-text/markdown/markdown.ts", async (original) => {
  const actual = await original<typeof import("#app/lib/rich-text/markdown/markdown.ts")>();
  return {
    ...actual,
    fromMarkdown: (...given: Parameters<typeof actual.fromMarkdown>) =>
      loss.isOn ? { doc: emptyDoc, problems: [] } : actual.fromMarkdown(...given),
  };
});

const now = new Date("2026-03-01T10:00:00Z");

async function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-own-"));
  const open = await openTestDatabase("sqlite");
  onTestFinished(async () => {
    await open.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, db: open.db, store: await openDiskStore(join(folder, "files")) };
}

test("npm run import of a Frontdesk export refuses to lose words", async () => {
  const { folder, db, store } = await openFolder();
  const path = join(folder, "site.json");
  const post = { title: "Boats", body: "Seven [boats](https://boats.example) leave.", state: "draft" };
  writeFileSync(path, JSON.stringify({ blogs: [{ ...post, draft: undefined }] }));
  const options = {
    actor: { id: "import", requestId: "test" },
    now,
    uploads: null,
    reportFolder: folder,
  };
  loss.isOn = true;
  const error = await importAny(db, store, path, options).catch(String);
  expect(error.split("\n").slice(0, 3)).toEqual([
    expect.stringContaining("2 differences are unexplained"),
    expect.stringContaining("Post “Boats”: body: 3 words in text: seven, boats, leave."),
    expect.stringContaining("Post “Boats”: body: link to https://boats.example."),
  ]);
  expect(error).toContain("--accept-losses");
  expect(await db.query.selectFrom("entries").select("id").execute()).toEqual([]);
  expect(await importAny(db, store, path, { ...options, acceptLosses: true })).toContain("Imported 1 post.");
});

test("counts the trash, old versions and the newest version", async () => {
  const { folder, db } = await openFolder();
  const path = join(folder, "site.json");
  const entry = { title: "Rafts", body: "In the trash." };
  const site = {
    settings: { about: { story: "Our story." } },
    blogs: [{ title: "Boats", body: "Public.", draft: { title: "Boats", body: "Newer." } }],
    trash: [{ kind: "blog", deletedAt: "2026-01-01T00:00:00.000Z", entry }],
    versions: [
      {
        of: { kind: "blog", title: "Boats" },
        number: 1,
        at: "2025-01-01T00:00:00.000Z",
        entry: { title: "Boats", body: "Old." },
      },
      { of: { kind: "blog", title: "Boats" }, number: 2, at: "2025-01-02T00:00:00.000Z", is: "public" },
      { of: { kind: "blog", title: "Boats" }, number: 3, at: "2025-01-03T00:00:00.000Z", is: "newest" },
    ],
  };
  writeFileSync(path, JSON.stringify(site));
  expect((await planAny(db, path, { uploads: null, now })).report.lines).toEqual([]);
  loss.isOn = true;
  const { report, unexplained } = await planAny(db, path, { uploads: null, now });
  expect(report.lines.map(({ item, what }) => `${item}: ${what}`)).toEqual([
    "Post “Boats”: body: 1 word in text: public",
    "Post “Boats”, newest version: body: 1 word in text: newer",
    "Post “Rafts”: body: 3 words in text: in, the, trash",
    "Post “Boats”, version 1: body: 1 word in text: old",
    "Settings: about.story: 2 words in text: our, story",
  ]);
  expect(unexplained).toBe(5);
});

const handWritten = `---
title: Water meters # of the river
summary: "Two: lines"
publishedOn: 2026-02-14
publishedAt: 2026-02-14 09:30
createdAt: 2026-02-13T09:00:00+06:00
tags: [Brass, brass, Oil]
customSlug: Meters Here
seo: { title: For engines }
---

# Heading *one*

Setext heading
--------------

A [reference][meters], <https://auto.example/a?b=1&c=2>, https://bare.example and mail@meters.example.
Hard\\
break, ~~gone~~, \`code *raw*\`, &amp; &copy; and 2 < 3.

> Quote with **bold**
> - list in it

1. one
2. two
   - [x] done
   - [ ] open

| a | b |
|---|---|
| 1 | [x](/blog) |

\`\`\`js
const a = "<b>";
\`\`\`

![A meter](meter.png "Meter 14")

@[video](https://www.youtube.com/watch?v=abcdefghijk)

[meters]: https://meters.example
`;

test("a handwritten folder has no unexplained difference", async () => {
  const { folder, db } = await openFolder();
  const inside = join(folder, "in");
  for (const name of ["blogs", "pictures"]) mkdirSync(join(inside, name), { recursive: true });
  writeFileSync(join(inside, "blogs/one.md"), handWritten);
  writeFileSync(join(inside, "blogs/two.md"), "---\r\ntitle: Two\r\n---\r\n\r\nWords\r\nof two lines.\r\n");
  writeFileSync(join(inside, "pictures/meter.png"), "");
  writeFileSync(join(inside, "pictures.yaml"), '- file: meter.png\n  alt: ""\n');
  writeFileSync(
    join(inside, "settings.yaml"),
    "company: { name: Kolpona }\nabout: { story: Our **story**. }\n",
  );
  writeFileSync(join(inside, "categories.yaml"), "blog: [{ name: Engineering }]\n");
  writeFileSync(join(inside, "redirects.yaml"), "- from: /old\n  kind: blog\n  title: Two\n");
  expect((await planAny(db, inside, { uploads: null, now })).report.lines).toEqual([]);
});
