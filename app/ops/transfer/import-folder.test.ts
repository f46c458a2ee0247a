import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readSettings } from "#app/domain/company/settings.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { findPublished, listPublished } from "#app/domain/content/published/entries.ts";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { findPictures } from "#app/domain/files/pictures/picture.ts";
import { openDiskStore } from "#app/domain/files/store/disk-store.ts";
import { toText } from "#app/lib/rich-text/text.ts";
import { type EngineName, engines, openTestDatabase } from "#tests/support/database.ts";
import { NotImportable } from "./bundle/problems.ts";
import { importAny, importJson, tryImport } from "./import-any.ts";
import { importFolder } from "./import-folder.ts";

const now = new Date("2026-03-01T10:00:00.000Z");
const actionContext = { actor: { id: "import", requestId: "test" }, now };
const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: "teal" } })
  .png()
  .toBuffer();

async function openSite(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-import-"));
  const close = async () => {
    await open.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const write = (files: Record<string, string | Uint8Array>) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, "in", name)), { recursive: true });
      writeFileSync(join(folder, "in", name), content);
    }
    return join(folder, "in");
  };
  const store = await openDiskStore(join(folder, "files"));
  return { db: open.db, store, folder, write, [Symbol.asyncDispose]: close };
}

const company = {
  "settings.yaml": "company:\n  name: Meter House\nabout:\n  story: |\n    We read **meters**.\n",
  "categories.yaml": "blog:\n  - name: Field notes\n    summary: From the road\n",
  "pictures.yaml": "- file: meter.png\n  alt: A meter in the rain\n  focal: [0.25, 0.75]\n",
  "pictures/meter.png": png,
  "services/reading.md":
    "---\r\ntitle: Meter Reading\r\nwork: [Ten thousand meters]\r\nfacts:\r\n  - { label: From, value: 10 taka }\r\n---\r\n\r\nEvery month.\r\n",
  "portfolio/ten-thousand.md":
    "---\ntitle: Ten thousand meters\nclient: Water Board\nchallenge: |\n  They were read by hand.\nfinishedOn: 2025-06-01\n---\n",
  "clients/board.md": "---\ntitle: Water Board\ntestimonial:\n  quote: It rings by itself.\n---\n",
  "blogs/rain.md":
    '---\ntitle: A meter in the rain\ncover: meter.png\ncategories: [field notes]\ntags: [rain, meters]\npublishedOn: 2025-07-02\nformerAddresses: [Rain]\n---\n\nIt rained.\n\n![The meter](meter.png "Barishal")\n',
  "blogs/later.md":
    "---\ntitle: Later\nstate: scheduled\npublishAt: 2026-12-01T08:00:00+06:00\n---\n\nSoon.\n",
  "redirects.yaml":
    "- from: /old/rain.html\n  kind: blog\n  title: A meter in the rain\n- from: /kontakt\n  to: /contact\n",
};

test.each(engines)(
  "%s: imports settings, pictures and entries with references in any order",
  async (engine) => {
    await using site = await openSite(engine);
    const summary = await importFolder(site.db, site.store, site.write(company), actionContext);
    expect(summary).toEqual({
      settings: true,
      categories: 1,
      pictures: 1,
      documents: 0,
      entries: { service: 1, client: 1, portfolio: 1, blog: 2 },
      replaced: 0,
      redirects: 2,
      records: {},
    });
    const settings = await readSettings(site.db);
    expect([settings.company.name, toText(settings.about.story)]).toEqual(["Meter House", "We read meters."]);
    const post = await findPublished(site.db, blog, "A-meter-in-the-rain");
    if (!post || !("entry" in post)) throw new Error("The post is not public.");
    const { data, publishedAt } = post.entry;
    expect([toText(data.body), data.tags, publishedAt]).toEqual([
      "It rained.\nBarishal",
      ["rain", "meters"],
      "2025-07-02T00:00:00.000Z",
    ]);
    const picture = (await findPictures(site.db, [data.cover ?? ""])).get(data.cover ?? "");
    expect(picture).toMatchObject({ alt: "A meter in the rain", width: 40, height: 30, focal: [0.25, 0.75] });
    expect(await site.store.read(`${data.cover}/40.avif`)).not.toBeNull();
    expect(await findPublished(site.db, blog, "rain")).toEqual({
      redirectTo: post.entry.path,
      isFormer: true,
    });
    expect(await findRedirect(site.db, "/OLD/rain.html")).toBe(post.entry.path);
    const [shown] = (await listPublished(site.db, service)).cards;
    const [work] = (await listPublished(site.db, portfolio)).cards;
    const found = await findPublished(site.db, service, "Meter-Reading");
    expect(found).toMatchObject({
      entry: { id: shown?.id, data: { work: [work?.id], facts: [{ label: "From", value: "10 taka" }] } },
    });
    expect((await listPublished(site.db, blog)).cards).toHaveLength(1);
  },
);

test.each(engines)("%s: reports all problems with file, line and field, changes nothing", async (engine) => {
  await using site = await openSite(engine);
  const folder = site.write({
    ...company,
    "settings.yaml": "company:\n  nmae: Meter House\n  foundedYear: soon\n",
    "pictures.yaml": "- file: metre.png\n  alt: x\n- file: meter.png\n  alt: y\n  focal: [2, 0]\n",
    "blogs/rain.md":
      "---\ntitle: A meter in the rain\nsumary: x\ntags: rain\ncategories: [Feild notes]\npublishedOn: 2025-13-01\n---\n\nText.\n\n![x](gone.png)\n",
    "blogs/same.md": "---\ntitle: a  METER in the rain\nstate: sheduled\n---\n",
    "clients/board.md": "---\ntitle: Water Board\n---\n\nA text.\n",
    "media/broken.md": "---\ntitle: [unclosed\n---\n",
    "media/headless.md": "# No fields\n",
    "blog/lost.md": "---\ntitle: Lost\n---\n",
    "portfolio/ten-thousand.md":
      "---\ntitle: Ten thousand meters\nclient: Fire Board\nchallenge: |\n  One.\n\n  <script>x</script>\n---\n",
  });
  const error = await importFolder(site.db, site.store, folder, actionContext).catch((reason) => reason);
  expect(error).toBeInstanceOf(NotImportable);
  const lines: string[] = error.message.split("\n");
  for (const line of [
    /^settings.yaml, line 2, company.nmae: Unknown field. Did you mean “name”\?$/,
    /^settings.yaml, line 3, company.foundedYear: Write a (whole )?number here$/,
    /^pictures.yaml, line 1, 0.file: There is no picture “metre.png”. Did you mean “meter.png”\?$/,
    /^pictures.yaml, line 5, 1.focal/,
    /^blogs\/rain.md, line 3, sumary: .*“summary”/,
    /^blogs\/rain.md, line 4, tags: Write a list here$/,
    /^blogs\/rain.md, line 5, categories.0: “Feild notes” does not exist/,
    /^blogs\/rain.md, line 6, publishedOn: /,
    /^blogs\/rain.md, line 11, body: /,
    /^blogs\/same.md, line 3, state: Write one of: draft, scheduled, published, archived$/,
    /^clients\/board.md, line 5: A client has no text/,
    /^media\/broken.md, line \d: This is not valid YAML/,
    /^media\/headless.md, line 1: The file begins with/,
    /^blog: Unknown folder. Did you mean “blogs”\?$/,
    /^portfolio\/ten-thousand.md, line 3, client: “Fire Board” does not exist/,
    /^portfolio\/ten-thousand.md, line 7, challenge: /,
  ])
    expect(lines).toContainEqual(expect.stringMatching(line));
  for (const table of ["settings", "files", "entries", "categories"] as const)
    expect(await site.db.query.selectFrom(table).selectAll().execute()).toEqual([]);
  expect(await site.store.list()).toEqual([]);
});

test.each(engines)("%s: leaves no rows or files if a picture or entry fails", async (engine) => {
  await using site = await openSite(engine);
  const broken = site.write({
    ...company,
    "pictures/meter.png": png.subarray(0, 60),
    "pictures/whole.png": png,
    "pictures.yaml": `${company["pictures.yaml"]}- file: whole.png\n  alt: Another\n`,
  });
  await expect(importFolder(site.db, site.store, broken, actionContext)).rejects.toThrow(
    "pictures/meter.png: This picture is broken",
  );
  expect(await site.store.list()).toEqual([]);
  rmSync(join(broken, "pictures"), { recursive: true });
  site.write(company);
  const entries = { ...site.db.search.entries, index: async () => Promise.reject(new Error("disk full")) };
  const search = { ...site.db.search, entries };
  await expect(importFolder({ ...site.db, search }, site.store, broken, actionContext)).rejects.toThrow(
    "disk full",
  );
  expect(await site.store.list()).toEqual([]);
  expect(await site.db.query.selectFrom("entries").selectAll().execute()).toEqual([]);
  expect(readdirSync(join(site.folder, "files", ".drafts"))).toEqual([]);
});

test.each(engines)("%s: replaces existing entries by new versions, only with `replace`", async (engine) => {
  await using site = await openSite(engine);
  const folder = site.write(company);
  await importFolder(site.db, site.store, folder, actionContext);
  const error = await importFolder(site.db, site.store, folder, actionContext).catch((reason) => reason);
  expect(
    error.problems.map(({ field, file }: { field: string; file: string }) => `${file} ${field}`),
  ).toEqual([
    "blogs/later.md title",
    "blogs/rain.md title",
    "clients/board.md title",
    "portfolio/ten-thousand.md title",
    "services/reading.md title",
    "settings.yaml ",
  ]);
  site.write({ "blogs/rain.md": "---\ntitle: A meter in the Rain\n---\n\nIt stopped.\n" });
  const summary = await importFolder(site.db, site.store, folder, { ...actionContext, replace: true });
  expect(summary).toMatchObject({ entries: { blog: 1 }, replaced: 1, pictures: 0 });
  const post = await findPublished(site.db, blog, "A-meter-in-the-Rain");
  expect(post && "entry" in post && toText(post.entry.data.body)).toBe("It stopped.");
  expect(await site.db.query.selectFrom("files").select("id").execute()).toHaveLength(1);
  expect(new Set((await site.store.list()).map(({ name }) => name.split("/")[0])).size).toBe(1);
});

test("resolves names of existing entries, and a dry run changes nothing", async () => {
  await using site = await openSite("sqlite");
  await importFolder(site.db, site.store, site.write(company), actionContext);
  rmSync(join(site.folder, "in"), { recursive: true });
  const folder = site.write({ "services/care.md": "---\ntitle: Care\nwork: [TEN thousand meters]\n---\n" });
  const options = { ...actionContext, uploads: null, reportFolder: site.folder };
  expect(await tryImport(site.db, folder, options)).toBe(
    "1 service could be imported. Nothing was changed.\n",
  );
  expect(await findPublished(site.db, service, "Care")).toBeNull();
  expect(await importAny(site.db, site.store, folder, options)).toBe("Imported 1 service.\n");
  expect(await findPublished(site.db, service, "Care")).toMatchObject({
    entry: { data: { work: [expect.any(String)] } },
  });
});

test("reports problems in a JSON file with their lines", async () => {
  await using site = await openSite("sqlite");
  const path = join(
    site.write({
      "site.json":
        '{\n  "blogs": [\n    { "title": "A", "body": "x" },\n    {\n      "title": "B",\n      "tagz": [],\n      "draft": { "title": "B",\n        "state": "publshed" }\n    }\n  ],\n  "postz": []\n}',
    }),
    "site.json",
  );
  const error = await importJson(site.db, site.store, path, actionContext).catch((reason) => reason);
  expect(error.message.split("\n")).toEqual([
    expect.stringMatching(/^site.json, line 6, tagz: .*“tags”/),
    expect.stringMatching(/^site.json, line 8, state: Write one of: draft, scheduled$/),
    expect.stringMatching(/^site.json, line 11, postz: /),
  ]);
  writeFileSync(path, '{\n  "blogs": [\n    { "title": }');
  await expect(importJson(site.db, site.store, path, actionContext)).rejects.toThrow(
    /^site.json, line 3: This is not valid JSON/,
  );
});

test("rejects YAML with exponential aliases", async () => {
  await using site = await openSite("sqlite");
  const bomb = [
    "a: &a [x, x, x, x, x, x, x, x, x]",
    ...["b", "c", "d", "e", "f", "g", "h"].map(
      (name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(", ")}]`,
    ),
  ].join("\n");
  await expect(
    importFolder(site.db, site.store, site.write({ "settings.yaml": bomb }), actionContext),
  ).rejects.toThrow("too many aliases");
});

test("reads the longest translation group that WordPress creates", async () => {
  await using site = await openSite("sqlite");
  const translation_group = `${"host.".repeat(50)}old ${"x".repeat(200)}`;
  const folder = site.write({
    "blogs/a.md": `---\ntitle: Rain\ntranslationGroup: ${translation_group}\n---\n`,
  });
  await importFolder(site.db, site.store, folder, actionContext);
  const stored = site.db.query.selectFrom("entries").select("translation_group");
  expect(await stored.execute()).toEqual([{ translation_group }]);
});
