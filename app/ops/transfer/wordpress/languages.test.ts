import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { engines } from "#tests/support/database.ts";
import { exportFolder } from "../bundle/export.ts";
import { openMove } from "./move.fixture.ts";

const fixtures = join(import.meta.dirname, "../../../../tests/fixtures/wordpress");

/** A copy of a fixture, since an import writes its report next to the export. */
function copy(name: string, folder: string): string {
  cpSync(join(fixtures, name), join(folder, name));
  return join(folder, name);
}

test.each(engines)("%s: stores languages and translation groups of Polylang", async (engine) => {
  await using site = await openMove(engine);
  const report = await site.move({}, copy("polylang-pairs.xml", site.folder));
  const stored = site.db.query.selectFrom("entries").select(["title", "language", "translation_group"]);
  expect(await stored.where("kind", "=", "blog").orderBy("published_at").execute()).toEqual([
    { title: "ঘাটের খবর", language: "bn-BD", translation_group: "ferry-notes.example pll_65a1" },
    { title: "News of the ghat", language: "en-GB", translation_group: "ferry-notes.example pll_65a1" },
    { title: "আমাদের কথা", language: "bn-BD", translation_group: "ferry-notes.example pll_65a2" },
    { title: "Only English", language: "en-GB", translation_group: null },
    { title: "A book", language: null, translation_group: null },
  ]);
  const why = "Stored with the entries; entries of all languages are listed together.";
  for (const line of [
    `Site: 2 entries in the language bn-BD. ${why}`,
    `Site: 2 entries in the language en-GB. ${why}`,
    `Site: 1 translation group. ${why}`,
    "Site: 1 group of translated categories or tags. ",
    "Site: 1 file with a language. ",
    "language en-GB. Built-in pages have no language of their own.",
    "language: English books. This site has no such taxonomy.",
  ])
    expect(report).toContain(line);
  expect(report).not.toMatch(/post translations|unexplained/);
  const folder = join(site.folder, "out");
  await exportFolder(site.db, site.store, folder);
  expect(readFileSync(join(folder, "blogs/news-of-the-ghat.md"), "utf8")).toContain(
    "language: en-GB\ntranslationGroup: ferry-notes.example pll_65a1\n",
  );
});

test.each(engines)("%s: stores languages and translation groups of WPML", async (engine) => {
  await using site = await openMove(engine);
  const path = copy("wpml-pairs.xml", site.folder);
  const report = await site.move({}, path);
  const stored = site.db.query
    .selectFrom("entries")
    .select(["title", "language", "translation_group"])
    .where("kind", "=", "blog")
    .orderBy("published_at");
  const rows = [
    { title: "Wheels", language: "en", translation_group: "mill-notes.example 7" },
    { title: "চাকা", language: "bn", translation_group: "mill-notes.example 7" },
    { title: "轮子", language: "zh-Hans", translation_group: "mill-notes.example 7" },
    { title: "Unknown language", language: null, translation_group: "mill-notes.example 8" },
  ];
  expect(await stored.execute()).toEqual(rows);
  expect(report).toContain("Site: 1 translation group. ");
  expect(report).toContain("language “klingonese”. The export does not say which language this is.");
  expect(report).toContain("field of a plugin: _wpml_import_source_language_code (3 entries)");
  expect(report).not.toContain("unexplained");
  await site.db.query.updateTable("entries").set({ language: null, translation_group: null }).execute();
  await site.move({ replace: true }, path);
  expect(await stored.execute()).toEqual(rows);
});

test("uses the slug of a language without a valid locale", async () => {
  await using site = await openMove("sqlite");
  const path = copy("polylang-pairs.xml", site.folder);
  const xml = readFileSync(path, "utf8");
  writeFileSync(
    path,
    xml.replace('s:5:"bn_BD"', 's:10:"pt_PT_ao90"').replaceAll("[bn]", "[pt]").replaceAll('"bn"', '"pt"'),
  );
  const report = await site.move({}, path);
  expect(report).toContain("Site: 2 entries in the language pt. ");
  expect(report).not.toMatch(/language “|unexplained/);
});

test("reports Polylang languages without a valid tag by code", async () => {
  await using site = await openMove("sqlite");
  const path = copy("polylang-pairs.xml", site.folder);
  const xml = readFileSync(path, "utf8");
  writeFileSync(
    path,
    xml
      .replace('s:5:"bn_BD"', 's:10:"klingonese"')
      .replaceAll("[bn]", "[klingonese]")
      .replaceAll('"bn"', '"klingonese"'),
  );
  const report = await site.move({}, path);
  expect(report).toContain(
    "Post 11 “ঘাটের খবর”: language “klingonese”. The export does not say which language this is.",
  );
  expect(report).not.toMatch(/language “”|language: বাংলা|unexplained/);
});

test("replaces languages only if the source has languages", async () => {
  await using site = await openMove("sqlite");
  const path = copy("polylang-pairs.xml", site.folder);
  const languages = site.db.query.selectFrom("entries").select(["language", "translation_group"]);
  const read = (title: string) => languages.where("title", "=", title).executeTakeFirst();
  const other = { language: "fr", translation_group: "a group" };
  await site.move({}, path);
  await site.move();
  await site.db.query.updateTable("entries").set(other).execute();
  await site.move({ replace: true }, path);
  await site.move({ replace: true });
  expect(await read("A book")).toEqual({ language: null, translation_group: null });
  expect(await read("Only English")).toEqual({ language: "en-GB", translation_group: null });
  expect(await read("Oil or light?")).toEqual(other);
});
