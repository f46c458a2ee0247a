import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { addRedirects, findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { setTags } from "#app/domain/files/library/file-text.ts";
import { openDiskStore } from "#app/domain/files/store/disk-store.ts";
import { write } from "#app/platform/database/database.ts";
import { type EngineName, engines, openTestDatabase } from "#tests/support/database.ts";
import { importFolder } from "../import-folder.ts";

const first = new Date("2026-03-01T10:00:00.000Z");
const later = new Date("2026-04-01T10:00:00.000Z");
const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
  .png()
  .toBuffer();

async function openSite(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-apply-"));
  const store = await openDiskStore(join(folder, "files"));
  let number = 0;
  return {
    db: open.db,
    importFiles(files: Record<string, string | Uint8Array>, now: Date, replace = false) {
      number += 1;
      const from = join(folder, `in${number}`);
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(from, name)), { recursive: true });
        writeFileSync(join(from, name), content);
      }
      return importFolder(open.db, store, from, { actor: { id: "import", requestId: "" }, now, replace });
    },
    versions: () =>
      open.db.query
        .selectFrom("entry_versions")
        .innerJoin("entries", "entries.id", "entry_id")
        .select(["title", "number", "updated_at"])
        .orderBy("title")
        .orderBy("number")
        .execute(),
    async [Symbol.asyncDispose]() {
      await open.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const post = (title: string, text: string) =>
  `---\ntitle: ${title}\ncover: lamp.png\npublishedOn: 2026-01-02\n---\n\n${text}\n`;

const site = {
  "categories.yaml": "blog:\n  - name: Field notes\n",
  "pictures.yaml": "- file: lamp.png\n  alt: A lamp\n  tags: [lamps]\n",
  "pictures/lamp.png": png,
  "blogs/kingfisher.md": post("Kingfisher", "It is blue."),
  "blogs/heron.md": post("Heron", "It is grey."),
  "services/repair.md": "---\ntitle: Repair\nstate: draft\n---\n\nOf lamps.\n",
  "redirects.yaml": "- from: /old\n  to: /contact\n- from: /heron.html\n  kind: blog\n  title: Heron\n",
};

/** An old version of a post, and its public one. */
const versions = [
  {
    of: { kind: "blog", title: "Heron" },
    number: 1,
    at: "2026-01-01T10:00:00.000Z",
    entry: { title: "Bird" },
  },
  { of: { kind: "blog", title: "Heron" }, number: 2, at: "2026-01-02T10:00:00.000Z", is: "public" },
];

test.each(engines)("%s: an existing entry keeps its history, and no version is counted", async (engine) => {
  await using open = await openSite(engine);
  const lines = versions.map((line) => `${JSON.stringify(line)}\n`).join("");
  const files = { ...site, "versions.jsonl": lines };
  expect(await open.importFiles(files, first)).toMatchObject({ records: { versions: 2 } });
  const before = await open.versions();
  expect(await open.importFiles(files, later, true)).toMatchObject({ records: { versions: 0 } });
  expect(await open.versions()).toEqual(before);
});

test.each(engines)("%s: existing content is neither stored again nor counted", async (engine) => {
  await using open = await openSite(engine);
  const all = await open.importFiles(site, first);
  expect(all).toMatchObject({ categories: 1, pictures: 1, entries: { blog: 2, service: 1 }, redirects: 2 });
  const before = await open.versions();
  const again = await open.importFiles(site, later, true);
  expect(again).toMatchObject({ categories: 0, pictures: 0, replaced: 0, redirects: 0 });
  expect(again.entries).toEqual({});
  expect(await open.versions()).toEqual(before);
  const changed = { ...site, "blogs/heron.md": post("Heron", "It is white.") };
  const third = await open.importFiles(changed, later, true);
  expect(third).toMatchObject({ pictures: 0, entries: { blog: 1 }, replaced: 1, redirects: 0 });
  const rows = (await open.versions()).filter(({ title }) => title === "Heron");
  expect(rows.map(({ number, updated_at }) => [number, updated_at])).toEqual([
    [1, later.toISOString()],
    [2, later.toISOString()],
  ]);
});

test.each(engines)("%s: updates the state, position and draft of an entry", async (engine) => {
  await using open = await openSite(engine);
  await open.importFiles(site, first);
  const state = async (title: string) =>
    (
      await open.db.query
        .selectFrom("entries")
        .select("state")
        .where("title", "=", title)
        .executeTakeFirstOrThrow()
    ).state;
  const repair = { "services/repair.md": "---\ntitle: Repair\nposition: 7\n---\n\nOf lamps.\n" };
  expect(await open.importFiles(repair, later, true)).toMatchObject({ entries: { service: 1 }, replaced: 1 });
  expect(await state("Repair")).toBe("published");
  const draft = { ...repair, "services/repair.draft.md": "---\ntitle: Repair\n---\n\nOf all lamps.\n" };
  expect(await open.importFiles(draft, later, true)).toMatchObject({ entries: { service: 1 } });
  expect(await state("Repair")).toBe("changed");
  expect((await open.importFiles(draft, later, true)).entries).toEqual({});
  expect(await open.importFiles(repair, later, true)).toMatchObject({ entries: { service: 1 } });
  expect(await state("Repair")).toBe("published");
});

test.each(engines)("%s: redirects and pictures of the site change only with `replace`", async (engine) => {
  await using open = await openSite(engine);
  const { db, importFiles } = open;
  await importFiles(site, first);
  await write(db, async (tx) => {
    await addRedirects(tx, [{ from: "/old", to: { path: "/about" } }], first);
    const { id } = await tx.query.selectFrom("files").select("id").executeTakeFirstOrThrow();
    await tx.query.updateTable("files").set({ alt: "A lamp by the river", focal_x: 0.1 }).execute();
    await setTags(tx, id, ["rivers"]);
  });
  const described = async () => ({
    files: await db.query.selectFrom("files").select(["alt", "focal_x"]).execute(),
    tags: await db.query.selectFrom("file_tags").select("tag").execute(),
  });
  const theirs = await described();
  const part = {
    "pictures.yaml": site["pictures.yaml"],
    "pictures/lamp.png": png,
    "redirects.yaml":
      "- from: /old\n  to: /contact\n- from: /new\n  to: /services\n- from: /new\n  to: /blog\n",
    "blogs/stork.md": post("Stork", "It is tall."),
  };
  expect(await importFiles(part, later)).toMatchObject({ pictures: 0, entries: { blog: 1 }, redirects: 1 });
  expect(await described()).toEqual(theirs);
  expect(await findRedirect(db, "/old")).toBe("/about");
  expect(await findRedirect(db, "/new")).toBe("/blog");
  expect(await importFiles(part, later, true)).toMatchObject({ pictures: 1, replaced: 0, redirects: 1 });
  expect(await findRedirect(db, "/old")).toBe("/contact");
  expect(await findRedirect(db, "/new")).toBe("/blog");
  expect(await described()).toEqual({ files: [{ alt: "A lamp", focal_x: 0.5 }], tags: [{ tag: "lamps" }] });
});
