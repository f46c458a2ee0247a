import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { readSettings } from "#app/domain/company/settings.ts";
import { listCategories } from "#app/domain/content/categories/categories.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { findPublished, listPublished } from "#app/domain/content/published/entries.ts";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { openDiskStore } from "#app/domain/files/store/disk-store.ts";
import { toMarkdown } from "#app/lib/rich-text/markdown/markdown.ts";
import { toText } from "#app/lib/rich-text/text.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type EngineName, engines, openTestDatabase } from "#tests/support/database.ts";
import { aPdf } from "#tests/support/pdf.ts";
import { type AnyImport, importAny, tryImport } from "../import-any.ts";

const fixture = join(import.meta.dirname, "../../../../tests/fixtures/ghost/delta-kites.json");

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
    reportFolder: folder,
    uploads,
  };
  return {
    db: open.db,
    folder,
    path,
    trial: () => tryImport(open.db, path, options),
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
  "%s: imports posts of Ghost with author, day, tags, pictures and links",
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

test("a repeated import of Ghost changes nothing", async () => {
  await using site = await openMove("sqlite");
  await site.move();
  expect(await site.move({ replace: true })).toMatch(/^Imported nothing\./);
});

test.each(engines)("%s: publishes and redirects public posts only", async (engine) => {
  await using site = await openMove(engine);
  const output = await site.move();
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
  expect(output.endsWith(report)).toBe(true);
  for (const line of [
    /^Post .*001 .*: script\./,
    /^Post .*001 .*: injected code\./,
    /^Post .*001 .*: picture .*lost\.jpg/,
    /^Post .*001 .*: internal tag: #internal\./,
    /^Post .*005 .*: status members\. It was for members only/,
    /^Post .*006 .*: status sent\. It was only sent by e-mail/,
    /^Post .*009 .*: text\. Ghost stored no HTML for it/,
    /^Site: 1 member\. Their consent can't be proven here/,
    /^Site: 1 newsletter\./,
  ])
    expect(report.split("\n")).toContainEqual(expect.stringMatching(line));
});

/** Changes the export before its import; `change` receives its data with the rows as Ghost writes them. */
function rewrite(path: string, change: (data: Record<string, Record<string, unknown>[]>) => void) {
  const whole = JSON.parse(readFileSync(path, "utf8"));
  change(whole.db[0].data);
  writeFileSync(path, JSON.stringify(whole));
}

test.each(engines)("%s: reports broken links and media with the title of their post", async (engine) => {
  await using site = await openMove(engine);
  const media = "__GHOST_URL__/content/media/2024/05";
  rewrite(site.path, ({ posts }) => {
    Object.assign(posts?.[1] ?? {}, {
      html: `<p><a href="__GHOST_URL__/nowhere/?a=b#c">Nowhere</a>, <a href="__GHOST_URL__/contact/">contact</a>,
<a href="__GHOST_URL__/kites/">kites</a>, <a href="${media}/song.mp3">song</a>, <a href="#/portal/signup">join</a>, <a href="#knots">knots</a>.</p>
<figure class="kg-card kg-video-card"><div><video src="${media}/film.mp4"></video><span class="kg-video-current-time">0:00</span></div></figure>
<video src="${media}/bare.mp4"></video>`,
    });
  });
  await site.move();
  const { data } = await readPost(site.db, "Strings");
  expect(toMarkdown(data.body, { picture: () => "picture" })).toBe(
    "[Nowhere](/nowhere/?a=b#c), [contact](/contact/), [kites](/blog/Kites-%26-%3Cwind%3E), song, join, [knots](#knots).\n",
  );
  const report = readFileSync(join(site.folder, "delta-kites.report.txt"), "utf8");
  expect(report).not.toMatch(/ghost\.invalid|link to \/contact|link to \/kites/);
  for (const line of [
    /: link to \/nowhere\/\?a=b\. Nothing was imported for this address/,
    /: link to \/content\/media\/2024\/05\/song\.mp3\. This file was not imported/,
    /: link to #\/portal\/signup\. This link opened a dialog of Ghost/,
    /: video \/content\/media\/2024\/05\/film\.mp4\. Only pictures and PDFs are imported\./,
    /: link to \/content\/media\/2024\/05\/bare\.mp4\. This file was not imported/,
  ])
    expect(report.split("\n").filter((one) => one.includes("“Strings”"))).toContainEqual(
      expect.stringMatching(line),
    );
});

test("reports unsupported content in one line per type with some titles", async () => {
  await using site = await openMove("sqlite");
  const id = (number: number) => `5f000000000000000000000${number}`;
  rewrite(site.path, (data) => {
    const { posts = [], users = [], tags = [], posts_authors = [], posts_tags = [], settings = [] } = data;
    users.push({ id: "u2", name: "Rana of the strings", slug: "rana", profile_image: "__GHOST_URL__/r.png" });
    Object.assign(users[0] ?? {}, { bio: "Flies kites.", website: "https://moyna.example" });
    for (const [at, post] of posts.entries())
      posts_authors.push({ post_id: post.id, author_id: at === 1 ? "nobody" : "u2", sort_order: 1 });
    posts_authors.push({ post_id: id(2), author_id: "nobody", sort_order: -1 });
    posts_tags.push({ post_id: id(2), tag_id: "gone", sort_order: 5 });
    Object.assign(tags[0] ?? {}, {
      feature_image: "__GHOST_URL__/t.png",
      meta_title: "Weather now",
      codeinjection_head: "<script></script>",
    });
    Object.assign(posts[1] ?? {}, {
      canonical_url: "https://original.example/strings",
      custom_template: "custom-wide",
      feature_image: "__GHOST_URL__/content/images/2024/05/blue.png",
    });
    Object.assign(posts[6] ?? {}, { codeinjection_foot: "<script></script>" });
    Object.assign(data.posts_meta?.[0] ?? {}, {
      og_title: "Kites!",
      twitter_description: "Look up",
      og_image: "__GHOST_URL__/o.png",
      feature_image_caption: "Photo by <a href='https://rana.example'>Rana</a>",
    });
    data.posts_meta?.push({ post_id: id(2), feature_image_alt: "Another blue" });
    data.posts_meta?.push({ post_id: id(8), meta_title: "100% kites", meta_description: "d".repeat(321) });
    settings.push(
      { key: "navigation", value: '[{"label":"Home","url":"/"},{"label":"Shop","url":"/shop/"}]' },
      { key: "secondary_navigation", value: "[]" },
      { key: "codeinjection_head", value: "<style></style>" },
    );
  });
  await site.move();
  const report = readFileSync(join(site.folder, "delta-kites.report.txt"), "utf8");
  for (const line of [
    "Site: “Rana of the strings” as a further author, of 8 posts: “Kites & <wind>”, “Half a kite”, “Next monsoon”, “For members”, “By mail alone” and 3 more. A post has one author here, the first.",
    "Site: author who is not in the export, of 1 post: “Strings”. It has no author here.",
    "Site: tag that is not in the export, of 1 post: “Strings”. The export has no details of it.",
    "Site: picture of a tag, of 1 tag: “Weather”. A category has none here.",
    /^Site: title and description of a tag for search engines, of 1 tag: “Weather”/,
    /^Site: injected code of a tag, of 1 tag: “Weather”/,
    /^Site: title and description for Facebook .*, of 1 post: “Kites & <wind>”/,
    /^Site: title and description for X .*, of 1 post: “Kites & <wind>”/,
    /^Site: picture for sharing .*, of 1 post: “Kites & <wind>”/,
    /^Site: address of the original .*, of 1 post: “Strings: https:\/\/original\.example\/strings”/,
    "Site: caption of the feature image, of 1 post: “Kites & <wind>: Photo by Rana”. A cover has no caption here.",
    /^Site: alternative text of a feature image that other posts show .*: “Strings: Another blue”/,
    /^Site: template, of 1 post: “Strings”/,
    /^Site: bio, of 1 author: “Moyna of the kites”/,
    /^Site: website, of 1 author: “Moyna of the kites”/,
    /^Site: portrait, of 1 author: “Rana of the strings”/,
    "Site: navigation with 2 entries: Home, Shop. The navigation is built from published content.",
    /^Site: injected code of the whole site\./,
    /^Page .*007 “About”: injected code\./,
    /^Page .*008 “Workshop”: description for search engines “d+”\. It has at most 320 characters\./,
  ])
    expect(report.split("\n")).toContainEqual(typeof line === "string" ? line : expect.stringMatching(line));
  expect(report).not.toMatch(/secondary navigation/);
  expect((await readPost(site.db, "Workshop")).data.seo.title).toBe("100% kites");
  expect((await readPost(site.db, "Strings")).data.author).toBe("Moyna of the kites");
  const blue = site.db.query.selectFrom("files").select("alt").where("name", "=", "blue.png");
  expect(await blue.execute()).toEqual([{ alt: "A blue kite by day" }]);
});

test("keeps the day of a post in the site's time zone", async () => {
  for (const [zone, day] of [
    [{ key: "timezone", value: "Asia/Dhaka" }, "2023-01-06"],
    [{ key: "activeTimezone", value: "Asia/Dhaka" }, "2023-01-06"],
    [{ key: "timezone", value: "Nowhere/Lost" }, "2023-01-05"],
  ] as const) {
    await using site = await openMove("sqlite");
    rewrite(site.path, ({ posts, settings }) => {
      Object.assign(posts?.[1] ?? {}, { published_at: "2023-01-05T20:30:00.000Z" });
      settings?.push(zone);
    });
    await site.move();
    const { data, publishedAt } = await readPost(site.db, "Strings");
    expect([data.publishedOn, publishedAt]).toEqual([day, "2023-01-05T20:30:00.000Z"]);
  }
});

test("redirects former addresses of PDFs, pictures and their sizes to the library", async () => {
  await using site = await openMove("sqlite");
  mkdirSync(join(site.folder, "images/files/2024/05"), { recursive: true });
  writeFileSync(join(site.folder, "images/files/2024/05/plan.pdf"), aPdf());
  rewrite(site.path, ({ posts }) => {
    const file = "__GHOST_URL__/content/files/2024/05/plan.pdf";
    Object.assign(posts?.[1] ?? {}, {
      html: `<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="${file}"><div class="kg-file-card-title">The plan</div></a></div>
<p><a href="${file}">here</a> <a href="https://other.example/content/images/2024/05/other.jpg">there</a></p>`,
    });
    Object.assign(posts?.[7] ?? {}, { feature_image: "https://photos.example/kite.jpg" });
    Object.assign(posts?.[3] ?? {}, { html: '<p><a href="https://photos.example/all">all of them</a></p>' });
  });
  expect(await site.move()).toMatch(/2 pictures, 1 document, 8 posts/);
  expect(readFileSync(join(site.folder, "delta-kites.report.txt"), "utf8")).not.toMatch(/link to https:/);
  const files = await site.db.query.selectFrom("files").select(["id", "name"]).execute();
  for (const [from, name] of [
    ["/content/files/2024/05/plan.pdf", "plan.pdf"],
    ["/content/images/2024/05/blue.png", "blue.png"],
    ["/content/images/size/w600/2024/05/blue.png", "blue.png"],
    ["/content/images/2024/05/red.jpg", "red.jpg"],
    ["/content/images/size/w2400/2024/05/red.jpg", "red.jpg"],
    ["/content/images/2024/05/lost.jpg", undefined],
    ["/content/images/2024/05/other.jpg", undefined],
  ] as const) {
    const id = files.find((file) => file.name === name)?.id;
    expect([from, await findRedirect(site.db, from)]).toEqual([from, id ? `/files/${id}` : null]);
  }
});

test("never matches a Ghost picture in another folder or host", async () => {
  await using site = await openMove("sqlite");
  rewrite(site.path, ({ posts }) => {
    Object.assign(posts?.[1] ?? {}, {
      html: '<p>Blue.</p><img src="__GHOST_URL__/content/images/2023/01/blue.png" alt="a">',
      feature_image: "https://photos.example/2024/05/blue.png",
    });
  });
  await site.move();
  const { data } = await readPost(site.db, "Strings");
  expect([data.cover, JSON.stringify(data.body)]).toEqual([null, expect.not.stringContaining('"image"')]);
  const report = readFileSync(join(site.folder, "delta-kites.report.txt"), "utf8");
  expect(report).toMatch(/“Strings”: picture \S*\/content\/images\/2023\/01\/blue\.png/);
  expect(report).toContain("picture https://photos.example/2024/05/blue.png");
});

test.each(engines)("%s: accepts characters that databases do not support", async (engine) => {
  await using site = await openMove(engine);
  const odd = readFileSync(site.path, "utf8")
    .replaceAll('"strings"', '"str\\u0000ings\\ud800"')
    .replace('"Strings"', '"Str\\u0000ings \\udc00"')
    .replace("Of cotton.", "Of \\u0000cotton\\ud800.");
  writeFileSync(site.path, odd);
  expect(await site.move()).toMatch(/8 posts/);
});

test("rejects other files in one line, and a dry run changes nothing", async () => {
  await using site = await openMove("sqlite");
  expect(await site.trial()).toMatch(/could be imported\. Nothing was changed\./);
  for (const [json, message] of [
    [
      '{ "db": [{ "data": { "posts": [{ "id": true }] } }] }',
      "delta-kites.json, data.posts.0.id: This is not a Ghost export",
    ],
    ['{ "db": [{ "data": {} }] }', "delta-kites.json, data.posts: This is not a Ghost export"],
    ['{ "db": [', "delta-kites.json: This is not valid JSON"],
  ] as const) {
    writeFileSync(site.path, json);
    await expect(site.move()).rejects.toThrow(message);
  }
  expect(await site.db.query.selectFrom("entries").select("id").execute()).toEqual([]);
});

const day = "2024-05-06T07:08:09.000Z";

function ghostPost(id: string, more: Record<string, unknown>) {
  return {
    id,
    title: `Post ${id}`,
    slug: `post-${id}`,
    html: "<p>Words.</p>",
    status: "published",
    published_at: day,
    ...more,
  };
}

test("reads an export that begins with data and has numeric ids", async () => {
  await using site = await openMove("sqlite");
  const posts = [{ ...ghostPost("7", { published_at: Date.parse(day) }), id: 7 }];
  writeFileSync(site.path, JSON.stringify({ data: { posts }, meta: { version: "0.11" } }));
  await site.move();
  expect((await readPost(site.db, "Post-7")).publishedAt).toBe(day);
});

test("imports author and search texts of Ghost 1", async () => {
  await using site = await openMove("sqlite");
  const posts = [ghostPost("p1", { author_id: "u1", meta_title: "For search", meta_description: "Said." })];
  const users = [{ id: "u1", name: "Mina Kalponik", slug: "mina" }];
  writeFileSync(site.path, JSON.stringify({ db: [{ meta: {}, data: { posts, users } }] }));
  await site.move();
  const { data } = await readPost(site.db, "Post-p1");
  expect([data.author, data.seo.title, data.seo.description]).toEqual([
    "Mina Kalponik",
    "For search",
    "Said.",
  ]);
});

test("never publishes a post that is sent by mail alone", async () => {
  await using site = await openMove("sqlite");
  const posts = [
    ghostPost("p1", { status: "scheduled", visibility: "public", published_at: "2031-05-06T07:08:09.000Z" }),
  ];
  const posts_meta = [{ post_id: "p1", email_only: 1 }];
  writeFileSync(site.path, JSON.stringify({ db: [{ data: { posts, posts_meta } }] }));
  await site.move();
  expect(await site.db.query.selectFrom("entries").select(["state", "publish_at"]).execute()).toEqual([
    { state: "draft", publish_at: null },
  ]);
});

test("the primary tag of a post stays its first category", async () => {
  await using site = await openMove("sqlite");
  const posts = ["p1", "p2"].map((id) => ghostPost(id, {}));
  const tags = ["Rare", "Common"].map((name) => ({ id: name, name, slug: name.toLowerCase() }));
  const posts_tags = [
    { post_id: "p1", tag_id: "Rare", sort_order: 0 },
    { post_id: "p1", tag_id: "Common", sort_order: 1 },
    { post_id: "p2", tag_id: "Common", sort_order: 0 },
  ];
  writeFileSync(site.path, JSON.stringify({ db: [{ data: { posts, tags, posts_tags } }] }));
  await site.move();
  const names = new Map((await listCategories(site.db, "blog")).map(({ id, name }) => [id, name]));
  const { data } = await readPost(site.db, "Post-p1");
  expect(data.categories.map((id) => names.get(id))).toEqual(["Rare", "Common"]);
});

/** Writes an export with one post and further columns and tables. */
async function moveWith(site: Awaited<ReturnType<typeof openMove>>, post: object, tables: object) {
  const row = { id: "p1", title: "Kite", slug: "kite", html: "<p>Wind.</p>", status: "published", ...post };
  writeFileSync(site.path, JSON.stringify({ db: [{ meta: {}, data: { posts: [row], ...tables } }] }));
  return site.move();
}

test("reports columns and tables that the import does not read", async () => {
  await using site = await openMove("sqlite");
  const report = await moveWith(
    site,
    {
      og_title: "Kites",
      plaintext: "Wind.",
      email_recipient_filter: "all",
      show_title_and_feature_image: 1,
      locale: "",
    },
    {
      posts_meta: [{ id: "m1", post_id: "p1", email_subject: "Kites by mail", frontmatter: null }],
      tags: [{ id: "t1", name: "Sky", slug: "sky", visibility: "public", accent_color: "#09f" }],
      users: [
        { id: "u1", name: "Moyna", slug: "moyna", location: "Barishal", comment_notifications: true },
        { id: "u2", name: "Mitu", slug: "mitu", location: "Dhaka", status: "active" },
      ],
      snippets: [{ id: "s1" }],
      roles: [],
    },
  );
  for (const line of [
    "column og_title of posts (1 row). There is no such field here",
    "column plaintext of posts (1 row). Internal data of Ghost",
    "column email_subject of posts_meta (1 row)",
    "column accent_color of tags (1 row)",
    "column location of users (2 rows)",
    "rows of other tables: snippets (1)",
  ])
    expect(report).toContain(line);
  expect(report).not.toMatch(
    /column (?:email_recipient_filter|show_title|locale|frontmatter|visibility|status|comment)/,
  );
});

test("the feature image of Ghost 0.x becomes the cover", async () => {
  await using site = await openMove("sqlite");
  await moveWith(site, { image: "/content/images/2024/05/blue.png" }, {});
  expect((await readPost(site.db, "Kite")).data.cover).not.toBeNull();
});

test("reports settings that the import does not read", async () => {
  await using site = await openMove("sqlite");
  const report = await moveWith(
    site,
    {},
    {
      settings: [
        { key: "title", value: "Kites" },
        { key: "timezone", value: "Asia/Dhaka" },
        { key: "announcement_content", value: "<p>Closed on <b>Friday</b></p>" },
        { key: "logo", value: "__GHOST_URL__/content/images/logo.png" },
        { key: "meta_description", value: "Kites of the delta" },
        { key: "locale", value: "bn" },
        { key: "facebook", value: null },
        { key: "twitter", value: "" },
        { key: "amp", value: "false" },
        { key: "is_private", value: true },
        { key: "portal_plans", value: "[]" },
        { key: "navigation", value: "Home" },
        { key: "secondary_navigation", value: "[]" },
        { key: "db_hash", value: "machine" },
        { key: "stripe_secret_key", value: "hidden value" },
      ],
    },
  );
  for (const line of [
    "Site: setting announcement_content: <p>Closed on <b>Friday</b></p>. Enter it in the settings where they have such a field.",
    "Site: setting logo: /content/images/logo.png. ",
    "Site: setting meta_description: Kites of the delta. ",
    "Site: setting locale: bn. ",
    "Site: setting is_private: true. ",
    "Site: setting navigation: Home. ",
    "Site: setting stripe_secret_key. ",
  ])
    expect(report).toContain(line);
  expect(report).not.toMatch(
    /setting (?:title|timezone|facebook|twitter|amp|portal_plans|secondary_navigation|db_hash)|hidden value/,
  );
});
