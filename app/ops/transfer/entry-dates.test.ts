import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDiskStore } from "#app/domain/files/store/disk-store.ts";
import { type EngineName, engines, openTestDatabase } from "#tests/support/database.ts";
import { importAny } from "./import-any.ts";

const now = new Date("2026-03-01T10:00:00.000Z");

async function openSite(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-dates-"));
  const store = await openDiskStore(join(folder, "files"));
  return {
    folder,
    async importFile(name: string, content: string) {
      const path = join(folder, name);
      writeFileSync(path, content);
      const actor = { id: "import", requestId: "test" };
      const options = { actor, now, uploads: null, reportFolder: folder, replace: true };
      await importAny(open.db, store, path, options);
    },
    async readDates() {
      const rows = await open.db.query
        .selectFrom("entries")
        .select(["title", "created_at", "published_at", "updated_at"])
        .where("kind", "=", "blog")
        .orderBy("title")
        .execute();
      return Object.fromEntries(
        rows.map((row) => [row.title, [row.created_at, row.published_at, row.updated_at]]),
      );
    },
    async [Symbol.asyncDispose]() {
      await open.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

test.each(engines)("%s: keeps the dates of entries in our format, limited to now", async (engine) => {
  await using site = await openSite(engine);
  const blogs = [
    {
      title: "All said",
      createdAt: "2023-01-01T01:00:00Z",
      publishedAt: "2023-02-01T01:00:00Z",
      updatedAt: "2024-05-01T01:00:00Z",
      body: "Text.",
    },
    { title: "Its day", publishedOn: "2022-04-05", body: "Text." },
    { title: "Nothing said", body: "Text." },
    {
      title: "Wrong clock",
      createdAt: "2027-01-01T00:00:00Z",
      publishedAt: "2027-01-01T00:00:00Z",
      updatedAt: "2027-01-01T00:00:00Z",
      body: "Text.",
    },
    { title: "Written long ago", state: "draft", createdAt: "2020-01-01T00:00:00Z", body: "Text." },
  ];
  await site.importFile("site.json", JSON.stringify({ blogs }));
  const at = now.toISOString();
  expect(await site.readDates()).toEqual({
    "All said": ["2023-01-01T01:00:00.000Z", "2023-02-01T01:00:00.000Z", "2024-05-01T01:00:00.000Z"],
    "Its day": ["2022-04-05T00:00:00.000Z", "2022-04-05T00:00:00.000Z", "2022-04-05T00:00:00.000Z"],
    "Nothing said": [at, at, at],
    "Wrong clock": [at, at, at],
    "Written long ago": ["2020-01-01T00:00:00.000Z", null, "2020-01-01T00:00:00.000Z"],
  });
  // Replacing an entry sets its date of change to now.
  await site.importFile("site.json", JSON.stringify({ blogs: [{ ...blogs[0], body: "Another text." }] }));
  expect((await site.readDates())["All said"]).toEqual([
    "2023-01-01T01:00:00.000Z",
    "2023-02-01T01:00:00.000Z",
    at,
  ]);
});

test.each(engines)("%s: keeps dates of creation and change of a WordPress post", async (engine) => {
  await using site = await openSite(engine);
  const item = (title: string, status: string, date: string, modified: string) =>
    `<item><title>${title}</title><dc:creator>asha</dc:creator><wp:post_id>${title.length}</wp:post_id>
    <wp:post_date>${date}</wp:post_date><wp:post_date_gmt>${date}</wp:post_date_gmt>
    <wp:post_modified>${modified}</wp:post_modified><wp:post_modified_gmt>${modified}</wp:post_modified_gmt>
    <wp:status>${status}</wp:status><wp:post_type>post</wp:post_type><wp:post_name>${title.length}</wp:post_name>
    <content:encoded><![CDATA[<p>Text.</p>]]></content:encoded></item>`;
  const items = [
    item("Public", "publish", "2019-05-06 07:08:09", "2021-01-02 03:04:05"),
    item("A draft", "draft", "2019-05-06 07:08:09", "2021-01-02 03:04:05"),
    item("To come yet", "future", "2031-01-01 00:00:00", "2025-01-02 03:04:05"),
    item("Dated ahead by hand", "publish", "2031-01-01 00:00:00", "2031-01-01 00:00:00"),
  ];
  await site.importFile(
    "old.xml",
    `<rss><channel><title>Old</title><wp:wxr_version>1.2</wp:wxr_version>${items.join("")}</channel></rss>`,
  );
  const at = now.toISOString();
  expect(await site.readDates()).toEqual({
    Public: ["2019-05-06T07:08:09.000Z", "2019-05-06T07:08:09.000Z", "2021-01-02T03:04:05.000Z"],
    "A draft": ["2019-05-06T07:08:09.000Z", null, "2021-01-02T03:04:05.000Z"],
    "To come yet": ["2025-01-02T03:04:05.000Z", null, "2025-01-02T03:04:05.000Z"],
    "Dated ahead by hand": [at, at, at],
  });
});

test.each(engines)("%s: keeps dates of creation and change of a Ghost post", async (engine) => {
  await using site = await openSite(engine);
  mkdirSync(join(site.folder, "images"), { recursive: true });
  const post = {
    id: "1",
    title: "Kites",
    slug: "kites",
    html: "<p>Text.</p>",
    status: "published",
    created_at: "2020-01-01T00:00:00.000Z",
    published_at: "2020-02-01T00:00:00.000Z",
    updated_at: "2022-03-01T00:00:00.000Z",
  };
  await site.importFile("ghost.json", JSON.stringify({ db: [{ data: { posts: [post] } }] }));
  expect(await site.readDates()).toEqual({
    Kites: ["2020-01-01T00:00:00.000Z", "2020-02-01T00:00:00.000Z", "2022-03-01T00:00:00.000Z"],
  });
});
