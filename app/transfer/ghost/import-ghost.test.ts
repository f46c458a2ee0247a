import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readSettings } from "#app/company/settings.ts";
import { listCategories } from "#app/content/categories/categories.ts";
import { blog } from "#app/content/kinds/blog.ts";
import { findPublished, listPublished } from "#app/content/published/entries.ts";
import { findRedirect } from "#app/content/urls/resolve-urls.ts";
import type { Database } from "#app/database/database.ts";
import { openDiskStore } from "#app/files/store/disk-store.ts";
import { toMarkdown } from "#app/rich-text/markdown/markdown.ts";
import { toText } from "#app/rich-text/text.ts";
import { type EngineName, engines, openTestDatabase } from "#tests/support/database.ts";
import { type AnyImport, importAny } from "../import-any.ts";

const fixture = join(import.meta.dirname, "../../../tests/fixtures/ghost/delta-kites.json");

async function openMove(engine: EngineName) {
  const open = await openTestDatabase(engine);
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-ghost-"));
  const store = await openDiskStore(join(folder, "files"));
  const path = join(folder, "delta-kites.json");
  cpSync(fixture, path);
  const uploads = join(folder, "images");
  mkdirSync(join(uploads, "2024/05"), { recursive: true });
  const draw = (background: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } }).png();
  await draw("blue").toFile(join(uploads, "2024/05/blue.png"));
  await draw("red").jpeg().toFile(join(uploads, "2024/05/red.jpg"));
  const options: AnyImport = {
    actor: { id: "import", requestId: "test" },
    now: new Date("2026-03-01T10:00:00.000Z"),
    isTrial: false,
    reportFolder: folder,
    uploads,
  };
  return {
    db: open.db,
    folder,
    path,
    move: (more: Partial<AnyImport> = {}) => importAny(open.db, store, path, { ...options, ...more }),
    async [Symbol.asyncDispose]() {
      await open.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function readPost(db: Database, slug: string) {
  const found = await findPublished(db, blog, slug);
  if (!found || !("entry" in found)) throw new Error(`${slug} is not public.`);
  return found.entry;
}

test.each(engines)(
  "%s: a Ghost site moves in: posts with author, day, tags, pictures and links",
  async (engine) => {
    await using site = await openMove(engine);
    expect(await site.move()).toMatch(/^Imported settings, 3 categories, 2 pictures, 8 posts, 1 author, /);
    const { data, publishedAt } = await readPost(site.db, "Kites-&-<wind>");
    expect((await listCategories(site.db, "blog")).map(({ name, summary }) => [name, summary])).toEqual(
      expect.arrayContaining([
        ["Weather", "Wind and rain"],
        ["Makers", ""],
        ["Pages", ""],
      ]),
    );
    expect(data.categories).toHaveLength(2);
    expect(data).toMatchObject({
      author: "Moyna of the kites",
      publishedOn: "2024-05-06",
      summary: "High & low.",
      tags: [],
    });
    expect([publishedAt, data.seo.title]).toEqual(["2024-05-06T07:08:09.000Z", "Kites of the delta"]);
    const files = await site.db.query.selectFrom("files").select(["id", "name", "alt"]).execute();
    expect(files.find(({ id }) => id === data.cover)).toMatchObject({
      name: "blue.png",
      alt: "A blue kite by day",
    });
    const names = { picture: (id: string) => files.find((file) => file.id === id)?.name ?? "lost" };
    expect(
      toMarkdown(data.body, names),
    ).toBe(`Our **kites** fly, as [we wrote](/blog/Strings#knots). See [weather](/blog?category=Weather).

<gallery>

![A red kite](red.jpg)

![A blue kite](blue.png)

</gallery>

Two kites

The end of \\[gallery\\].
`);
    const settings = await readSettings(site.db);
    expect([settings.company.name, settings.company.tagline, toText(settings.about.story)]).toEqual([
      "Delta Kites",
      "Paper, wind & string",
      "We fly kites.",
    ]);
  },
);

test.each(engines)(
  "%s: what was public is public and leads on, and nothing else comes to light",
  async (engine) => {
    await using site = await openMove(engine);
    const told = await site.move();
    const cards = (await listPublished(site.db, blog)).cards.map(({ title }) => title);
    expect(new Set(cards)).toEqual(new Set(["Kites & <wind>", "Strings", "Workshop"]));
    const rows = await site.db.query.selectFrom("entries").select(["title", "state", "publish_at"]).execute();
    const waiting = rows.filter(({ state }) => state !== "published");
    expect(new Map(waiting.map(({ title, state, publish_at }) => [title, [state, publish_at]]))).toEqual(
      new Map([
        ["Half a kite", ["draft", null]],
        ["For members", ["draft", null]],
        ["By mail alone", ["draft", null]],
        ["Only in the editor", ["draft", null]],
        ["Next monsoon", ["scheduled", "2031-06-01T03:00:00.000Z"]],
      ]),
    );
    expect(await site.db.query.selectFrom("subscribers").select("id").execute()).toEqual([]);
    expect(await site.db.query.selectFrom("users").select("id").execute()).toEqual([]);
    for (const [from, to] of [
      ["/kites/", "/blog/Kites-%26-%3Cwind%3E"],
      ["/kites/amp/", "/blog/Kites-%26-%3Cwind%3E"],
      ["/p/00000000-0000-4000-8000-000000000002/", "/blog/Strings"],
      ["/tag/weather/", "/blog?category=Weather"],
      ["/tag/weather/rss/", "/blog/feed.xml"],
      ["/author/moyna/", "/authors/Moyna-of-the-kites"],
      ["/rss/", "/blog/feed.xml"],
      ["/workshop/", "/blog/Workshop"],
      ["/for-members/", null],
      ["/2024/05/", null],
    ])
      expect([
        from,
        (await findRedirect(site.db, from ?? ""))
          ?.replaceAll("&", "%26")
          .replaceAll("<", "%3C")
          .replaceAll(">", "%3E") ?? null,
      ]).toEqual([from, to]);
    const report = readFileSync(join(site.folder, "delta-kites.report.txt"), "utf8");
    expect(told.endsWith(report)).toBe(true);
    for (const line of [
      /^Post .*001 .*: script\./,
      /^Post .*001 .*: injected code\./,
      /^Post .*001 .*: picture .*lost\.jpg/,
      /^Post .*001 .*: internal tag: #internal\./,
      /^Post .*005 .*: status members\. It was for members alone/,
      /^Post .*006 .*: status sent\. It was sent by mail alone/,
      /^Post .*009 .*: text\. Ghost made no HTML of it/,
      /^Site: 1 member\. What they agreed to there can't be proven here/,
      /^Site: 1 newsletter\./,
    ])
      expect(report.split("\n")).toContainEqual(expect.stringMatching(line));
  },
);

test.each(engines)("%s: characters that no database takes do not stop it", async (engine) => {
  await using site = await openMove(engine);
  const odd = readFileSync(site.path, "utf8")
    .replaceAll('"strings"', '"str\\u0000ings\\ud800"')
    .replace('"Strings"', '"Str\\u0000ings \\udc00"')
    .replace("Of cotton.", "Of \\u0000cotton\\ud800.");
  writeFileSync(site.path, odd);
  expect(await site.move()).toMatch(/8 posts/);
});

test("what is no export of Ghost is refused in one line, and a trial changes nothing", async () => {
  await using site = await openMove("sqlite");
  expect(await site.move({ isTrial: true })).toMatch(/could be imported\. Nothing was changed\./);
  for (const [json, message] of [
    [
      '{ "db": [{ "data": { "posts": [{ "id": 7 }] } }] }',
      "delta-kites.json, data.posts.0.id: This is no export of Ghost",
    ],
    ['{ "db": [{ "data": {} }] }', "delta-kites.json, data.posts: This is no export of Ghost"],
    ['{ "db": [', "delta-kites.json: This is not proper JSON"],
  ] as const) {
    writeFileSync(site.path, json);
    await expect(site.move()).rejects.toThrow(message);
  }
  expect(await site.db.query.selectFrom("entries").select("id").execute()).toEqual([]);
});
