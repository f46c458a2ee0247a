import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { unpackExportParts } from "./export-parts.ts";
import { openImports, zipOf } from "./import.fixture.ts";
import { importFolderOf, receiveImport } from "./imports.ts";

const part = (id: number, title: string, extra = "") =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>Old</title><link>https://old.example</link>
<wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>
<item><title>${title}</title><link>https://old.example/${id}/</link><wp:post_id>${id}</wp:post_id><wp:status>publish</wp:status>
<wp:post_type>post</wp:post_type><wp:post_date_gmt>2024-03-05 03:00:00</wp:post_date_gmt>${extra}</item></channel></rss>`;

const upload = (files: Record<string, string>) => {
  const form = new FormData();
  for (const [name, text] of Object.entries(files)) form.append("file", new File([text], name));
  return new Request("http://127.0.0.1/dashboard/settings/import/file", { method: "POST", body: form });
};

test("imports several .xml files that were sent at once", async () => {
  await using imports = await openImports("sqlite");
  const files = { "1.xml": part(1, "Kingfisher"), "2.xml": part(2, "Lily"), "3.xml": part(2, "Lily") };
  const { db, dataDir } = imports;
  const id = await receiveImport(db, dataDir, upload(files), imports.actionContext());
  expect(readdirSync(importFolderOf(dataDir, id))).toHaveLength(3);
  await imports.step();
  const row = await imports.current();
  expect(row).toMatchObject({ state: "ready", file_name: "1.xml and 2 more" });
  expect(row.bytes).toBe(Object.values(files).join("").length);
  expect(JSON.parse(row.findings)).toMatchObject({ summary: { entries: { blog: 2 } } });
});

test("refuses other files next to an export", async () => {
  await using imports = await openImports("sqlite");
  for (const second of ["site.json", "a.zip"]) {
    const request = upload({ "1.xml": part(1, "Kingfisher"), [second]: "{}" });
    await expect(
      receiveImport(imports.db, imports.dataDir, request, imports.actionContext()),
    ).rejects.toThrow("Choose one file, or several .xml files");
  }
  expect(readdirSync(join(imports.dataDir, "imports"))).toEqual([]);
});

test("imports a ZIP file of .xml files as one export", async () => {
  await using imports = await openImports("sqlite");
  const zip = zipOf({ "site/1.xml": part(1, "Kingfisher"), "site/2.xml": part(2, "Lily") });
  expect(await imports.look("site.zip", zip)).toMatchObject({
    state: "ready",
    findings: { summary: { entries: { blog: 2 } } },
  });
});

test("unpacks a ZIP file for a command and removes its files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-parts-"));
  const path = join(folder, "site.zip");
  writeFileSync(path, zipOf({ "2.xml": "b", "1.xml": "a" }));
  const paths: string[] = [];
  {
    using parts = await unpackExportParts(path, folder);
    paths.push(...parts.source);
    expect(paths.map((one) => readFileSync(one, "utf8"))).toEqual(["a", "b"]);
  }
  expect(paths.filter((one) => existsSync(one))).toEqual([]);
  writeFileSync(path, zipOf({ "1.xml": "a", "notes.txt": "b" }));
  await expect(unpackExportParts(path, folder)).rejects.toThrow("must hold .xml files of WordPress only");
  expect(readdirSync(folder)).toEqual(["site.zip"]);
  rmSync(folder, { recursive: true });
});
