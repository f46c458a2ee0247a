import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings } from "#app/domain/company/settings.ts";
import { listCategories } from "#app/domain/content/categories/categories.ts";
import { author } from "#app/domain/content/kinds/author.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { findPublished, listPublished } from "#app/domain/content/published/entries.ts";
import { findRedirect } from "#app/domain/content/urls/resolve-urls.ts";
import { listVersions } from "#app/domain/content/versions/read-versions.ts";
import { findPictures } from "#app/domain/files/pictures/picture.ts";
import { toMarkdown } from "#app/lib/rich-text/markdown/markdown.ts";
import { toText } from "#app/lib/rich-text/text.ts";
import type { Database } from "#app/platform/database/database.ts";
import { engines } from "#tests/support/database.ts";
import { aPdf } from "#tests/support/pdf.ts";
import { fixture, openMove } from "./move.fixture.ts";

const old = "https://www.river-lamps.example";

async function readPost(db: Database, slug: string) {
  const found = await findPublished(db, blog, slug);
  if (!found || !("entry" in found)) throw new Error(`${slug} is not public.`);
  return found.entry;
}

test.each(engines)(
  "%s: imports posts with author, day, categories, tags, pictures and links",
  async (engine) => {
    await using site = await openMove(engine);
    expect(await site.move()).toMatch(
      /^Imported settings, 3 categories, 2 pictures, 12 posts, 1 author, 114 former addresses\.\n/,
    );
    const { id, data, publishedAt } = await readPost(site.db, "Lamps-on-the-ghat");
    const guids = site.db.query.selectFrom("entries").select("guid");
    expect(await guids.where("id", "=", id).executeTakeFirst()).toEqual({ guid: `${old}/?p=21&x=1` });
    const categories = await listCategories(site.db, "blog");
    expect(categories.map(({ name, summary }) => [name, summary])).toEqual([
      ["Projects", "What we built"],
      ["By the river", ""],
      ["Pages", ""],
    ]);
    expect(data).toMatchObject({
      author: "The lamp desk",
      publishedOn: "2024-03-05",
      tags: ["Brass", "oil & wick"],
    });
    expect(await findPublished(site.db, author, "The-lamp-desk")).toMatchObject({
      entry: { id: data.writtenBy, title: "The lamp desk" },
    });
    expect(data.categories).toEqual(categories.slice(0, 2).map(({ id }) => id));
    expect([publishedAt, data.seo.title, data.seo.description]).toEqual([
      "2024-03-05T03:30:00.000Z",
      "Forty lamps",
      "",
    ]);
    const pictures = await findPictures(
      site.db,
      (await site.db.query.selectFrom("files").select("id").execute()).map(({ id }) => id),
    );
    expect(pictures.get(data.cover ?? "")?.alt).toBe("Lamps at dusk");
    const names = { picture: (id: string) => pictures.get(id)?.alt ?? "lost" };
    expect(toMarkdown(data.body, names)).toBe(
      `Forty **brass lamps** now stand on the [ghat](/about), as we [once wrote](/blog/Oil-or-light%3F#wick). See the [plan](${old}/wp-content/uploads/2024/03/plan.pdf).

![One lamp](One%20lamp "Lamp no. 7")

Dhamrai, near the temple of lamps

After the script
`.replace("One%20lamp", "<One lamp>"),
    );
    const classic = await readPost(site.db, "Oil-or-light?");
    expect(toMarkdown(classic.data.body, names).split("\n\n").slice(0, 3)).toEqual([
      "An old question, \\[b\\]asked\\[/b\\] at every door.\\\nSome want oil.",
      "Others want _light_.",
      "The lost caption",
    ]);
    expect(classic.data.summary).toBe("An old question, asked at every door. Some want oil.");
  },
);

test.each(engines)("%s: keeps the state of posts and publishes nothing private", async (engine) => {
  await using site = await openMove(engine);
  await site.move();
  const cards = (await listPublished(site.db, blog)).cards.map(({ title }) => title);
  expect(new Set(cards)).toEqual(
    new Set([
      "Lamps on the ghat",
      "Oil or light?",
      "Oil or light? (2)",
      "It had no title, and nobody missed it…",
      "নদীর বাতি & তেল",
      "Workshops",
      "Getting there",
    ]),
  );
  const rows = await site.db.query
    .selectFrom("entries")
    .select(["id", "title", "state", "publish_at"])
    .execute();
  const others = rows
    .filter(({ state }) => state !== "published")
    .map(({ title, state, publish_at }) => [title, state, publish_at]);
  expect(new Map(others.map(([title, ...rest]) => [title, rest]))).toEqual(
    new Map([
      ["Waiting for review", ["draft", null]],
      ["For the family", ["draft", null]],
      ["Behind a word", ["draft", null]],
      ["Half written", ["draft", null]],
      ["Next spring", ["scheduled", "2031-04-01T03:00:00.000Z"]],
    ]),
  );
  const secret = rows.find(({ title }) => title === "For the family")?.id ?? "";
  expect((await listVersions(site.db, secret))[0]?.note).toBe(
    "Imported. It was private; it is a draft here.",
  );
  const settings = await readSettings(site.db);
  expect([settings.company.name, settings.company.tagline]).toEqual([
    "River Lamps",
    "Brass, oil and patience",
  ]);
  expect([toText(settings.about.story), toText(settings.legal.privacy)]).toEqual([
    "We cast lamps in Dhamrai.",
    "We keep no names.",
  ]);
});

test.each(engines)("%s: redirects every former address to its new address", async (engine) => {
  await using site = await openMove(engine);
  await site.move();
  const lamps = "/blog/Lamps-on-the-ghat";
  for (const [from, to] of [
    ["/2024/03/lamps-on-the-ghat/", lamps],
    ["/2024/03/Lamps-On-The-Ghat", lamps],
    ["/2024/03/ghat-lamps/", lamps],
    ["/?p=11", lamps],
    ["/2024/03/lamps-on-the-ghat/31/", lamps],
    ["/?attachment_id=31", lamps],
    ["/2024/02/%E0%A6%A8%E0%A6%A6%E0%A7%80/", `/blog/${encodeURIComponent("নদীর-বাতি-&-তেল")}`],
    ["/workshops/getting-there/", "/blog/Getting-there"],
    ["/?page_id=44", "/blog/Getting-there"],
    ["/privacy-policy/", "/privacy"],
    ["/?page_id=41", "/about"],
    ["/category/projects/", "/blog?category=Projects"],
    ["/tag/oil/", "/blog?tag=oil+%26+wick"],
    ["/feed/", "/blog/feed.xml"],
    ["/category/projects/by-the-river/", "/blog?category=By-the-river"],
    ["/category/projects/feed/", "/blog/feed.xml"],
    ["/category/uncategorized/", "/blog"],
    ["/author/rahela/", "/authors/The-lamp-desk"],
    ["/2024/03/", "/blog"],
    ["/page/1/", "/blog"],
    ["/2024/03/lamps-on-the-ghat/feed/", lamps],
    ["/2024/01/oil-or-light/2/", "/blog/Oil-or-light%3F"],
    ["/2024/01/oil-or-light/3/", null],
    ["/?p=17", null],
    ["/?p=20", null],
  ])
    expect([from, await findRedirect(site.db, from ?? "")]).toEqual([from, to]);
});

test("reports exactly the content that was not imported", async () => {
  await using site = await openMove("sqlite");
  const output = await site.move();
  const report = readFileSync(join(site.folder, "river-lamps.report.txt"), "utf8");
  expect(output.endsWith(report)).toBe(true);
  for (const line of [
    "Post 13 “Oil or light? (2)”: title. Another one has the title “Oil or light?”, so this became “Oil or light? (2)”.",
    "Post 14 “It had no title, and nobody missed it…”: title. It had none and got this one.",
    /^Post 11 .*: script\./,
    /^Post 11 .*: WordPress block latest-posts\./,
    /^Post 11 .*: post format: Gallery\./,
    /^Post 11 .*: place at the top\./,
    /^Post 11 .*: 2 comments\./,
    /^Post 11 .*: fields of its own: budget\./,
    `Post 11 “Lamps on the ghat”: link to ${old}/wp-content/uploads/2024/03/plan.pdf. Its target was not imported, so the link still leads to the former site.`,
    /^Post 12 .*: gallery: 1 of 3 pictures\./,
    /^Post 12 .*: picture .*\/2023\/lost.jpg \(A lost picture\)\. It is not among the files/,
    /^Post 12 .*: 1 page break\./,
    /^Post 16 .*: status pending\./,
    /^Post 17 .*: status private\./,
    /^Post 18 .*: password\./,
    /^Post 20 “Thrown away”: status trash\./,
    /^Post 21 “Never begun”: status auto-draft\./,
    /^Page 43 “Workshops”: page template wide.php\./,
    /^Page 44 “Getting there”: page below “Workshops”\./,
    /^Attachment 33 “lost”: picture /,
    /^Attachment 34 “wick”: file .*wick.mp3\. Only pictures and PDFs/,
    /^Category “By the river”: place below “Projects”\./,
    /^Category “Empty”: category\./,
    /^Menu “Main menu”: menu with 2 entries\./,
    /^Testimonial 62 “What Karim said”: type “testimonial”\./,
    "Site: 1 of “revision”. Internal data of WordPress.",
  ])
    expect(report.split("\n")).toContainEqual(typeof line === "string" ? line : expect.stringMatching(line));
  expect(report).not.toMatch(/words:|cover\.png|lamp\.jpg|Half written/);
});

test("imports a PDF, and links to files lead to the library", async () => {
  await using site = await openMove("sqlite");
  writeFileSync(join(site.uploads, "2024/03/plan.pdf"), aPdf());
  expect(await site.move()).toMatch(/2 pictures, 1 document, 12 posts/);
  const files = await site.db.query.selectFrom("files").select(["id", "name"]).execute();
  const idOf = (name: string) => files.find((file) => file.name === name)?.id;
  const { data } = await readPost(site.db, "Lamps-on-the-ghat");
  expect(JSON.stringify(data.body)).toContain(`"/files/${idOf("plan.pdf")}"`);
  expect(await findRedirect(site.db, "/wp-content/uploads/2024/03/cover.png")).toBe(
    `/files/${idOf("cover.png")}`,
  );
  const report = readFileSync(join(site.folder, "river-lamps.report.txt"), "utf8");
  expect(report).not.toMatch(/plan\.pdf/);
});

test("imports pictures of older cover blocks and galleries without bullets", async () => {
  await using site = await openMove("sqlite");
  const lamp = `${old}/wp-content/uploads/2024/03/lamp.jpg`;
  const cover = `${old}/wp-content/uploads/2024/03/cover.png`;
  const blocks = `<div class="wp-block-cover has-parallax" style="background-image:url(${cover});min-height:400px"><p class="wp-block-cover-text">Over the river</p></div>
<ul class="wp-block-gallery columns-2"><li class="blocks-gallery-item"><figure><img src="${lamp}" alt="Lamp"/></figure></li><li class="blocks-gallery-item"><figure><img src="${cover}" alt="Dusk"/></figure></li></ul>`;
  const path = join(site.folder, "older.xml");
  writeFileSync(path, readFileSync(site.path, "utf8").replace("Asked again.", blocks));
  const output = await site.move({}, path);
  const { data } = await readPost(site.db, "Oil-or-light?-(2)");
  const types = data.body.content.map(({ type }) => type);
  expect(types).toEqual(["image", "paragraph", "gallery"]);
  expect(output).not.toMatch(/^Post 13 .*: gallery/m);
});

test.each(engines)("%s: imports galleries of the block editor with order and captions", async (engine) => {
  await using site = await openMove(engine);
  const lamp = `${old}/wp-content/uploads/2024/03/lamp.jpg`;
  const cover = `${old}/wp-content/uploads/2024/03/cover.png`;
  const blocks = `<!-- wp:gallery {"linkTo":"none"} -->
<figure class="wp-block-gallery has-nested-images"><!-- wp:image {"id":31} -->
<figure class="wp-block-image"><img src="${lamp}" alt="Lamp"/><figcaption class="wp-element-caption">Lamp no. 7</figcaption></figure>
<!-- /wp:image -->
<!-- wp:image {"id":32} -->
<figure class="wp-block-image"><a href="${cover}"><img src="${cover}" alt="Dusk"/></a></figure>
<!-- /wp:image --><figcaption class="blocks-gallery-caption">Both of them</figcaption></figure>
<!-- /wp:gallery -->
<!-- wp:paragraph --><p>Between</p><!-- /wp:paragraph -->
<!-- wp:gallery {"ids":["32","31"]} /-->`;
  const path = join(site.folder, "blocks.xml");
  writeFileSync(path, readFileSync(site.path, "utf8").replace("Asked again.", blocks));
  const output = await site.move({}, path);
  const { data } = await readPost(site.db, "Oil-or-light?-(2)");
  const shown = data.body.content.map((block) =>
    block.type === "gallery"
      ? block.content.map(({ attrs }) => `${attrs.alt}, ${attrs.caption ?? "no caption"}`)
      : toText({ ...data.body, content: [block] }),
  );
  expect(shown).toEqual([
    ["Lamp, Lamp no. 7", "Dusk, no caption"],
    "Both of them",
    "Between",
    ["One lamp, Lamp no. 7", "Lamps at dusk, no caption"],
  ]);
  expect(output).not.toMatch(/^Post 13 .*: gallery/m);
});

test("reports video and audio files on the former site", async () => {
  await using site = await openMove("sqlite");
  const media = `<video src="/wp-content/uploads/2024/03/boat.mp4"></video><audio src="${old}/wp-content/uploads/2024/03/song.mp3"></audio>`;
  writeFileSync(site.path, readFileSync(site.path, "utf8").replace("Asked again.", media));
  const output = await site.move();
  const { data } = await readPost(site.db, "Oil-or-light?-(2)");
  expect(toMarkdown(data.body, { picture: () => "picture" })).toBe(
    `@[video](${old}/wp-content/uploads/2024/03/boat.mp4)\n\n[song.mp3](${old}/wp-content/uploads/2024/03/song.mp3)\n`,
  );
  expect(output).toMatch(/^Post 13 .*: video .*boat\.mp4\. .* still plays from the former site/m);
  expect(output).toMatch(/^Post 13 .*: link to .*song\.mp3\. .* still leads to the former site/m);
});

test("redirects pages of lists and sizes of pictures", async () => {
  await using site = await openMove("sqlite");
  const [post = ""] =
    /<item>(?:(?!<\/item>)[\s\S])*<wp:post_id>11<[\s\S]*?<\/item>/.exec(readFileSync(site.path, "utf8")) ??
    [];
  const more = Array.from({ length: 10 }, (_, at) =>
    post
      .replace(/<wp:post_id>11</, `<wp:post_id>${900 + at}<`)
      .replace(/<title>[\s\S]*?<\/title>/, `<title>Lamp ${at}</title>`)
      .replaceAll("lamps-on-the-ghat", `lamp-${at}`),
  );
  const sized = `<wp:postmeta><wp:meta_key>_wp_attachment_metadata</wp:meta_key><wp:meta_value><![CDATA[a:1:{s:5:"sizes";a:1:{s:6:"medium";a:2:{s:4:"file";s:17:"cover-300x200.png";s:5:"width";i:300;}}}]]></wp:meta_value></wp:postmeta>`;
  const whole = readFileSync(site.path, "utf8");
  const text = whole
    .replace("</channel>", `${more.join("\n")}</channel>`)
    .replace(/(<wp:post_id>31<\/wp:post_id>)/, `$1${sized}`);
  writeFileSync(site.path, text);
  await site.move();
  const [cover] = await site.db.query
    .selectFrom("files")
    .select("id")
    .where("name", "=", "cover.png")
    .execute();
  for (const [from, to] of [
    ["/category/projects/page/2/", "/blog?category=Projects"],
    ["/tag/oil/page/2/", "/blog?tag=oil+%26+wick"],
    ["/author/rahela/page/2/", "/authors/The-lamp-desk"],
    ["/author/rahela/feed/", "/blog/feed.xml"],
    ["/2024/page/2/", "/blog"],
    ["/2024/03/page/9/", "/blog"],
    ["/wp-content/uploads/2024/03/cover-300x200.png", `/files/${cover?.id}`],
  ])
    expect([from, await findRedirect(site.db, from ?? "")]).toEqual([from, to]);
});

test("lists broken pictures, and all pictures without uploads", async () => {
  await using site = await openMove("sqlite");
  writeFileSync(join(site.uploads, "2024/03/lamp.jpg"), "no picture");
  const output = await site.move();
  expect(output).toMatch(/1 picture, 12 posts/);
  expect(output).toMatch(/^Picture lamp\.jpg: picture\. This isn’t a supported image/m);
  const { data } = await readPost(site.db, "Lamps-on-the-ghat");
  expect(JSON.stringify(data.body)).not.toContain('"image"');
  await using second = await openMove("sqlite");
  expect(await second.move({ uploads: null })).toMatch(/^Post 11 .*: featured picture .*cover\.png/m);
});

test("reports the lost words of a text that is too long", async () => {
  await using site = await openMove("sqlite");
  const long = Array.from({ length: 60_000 }, (_, at) => `<p>word${at}</p>`).join("");
  writeFileSync(site.path, readFileSync(fixture, "utf8").replace("<p>Every second Friday.</p>", long));
  const output = await site.move();
  const lines = toText((await readPost(site.db, "Workshops")).data.body).split("\n").length;
  expect(lines).toBeGreaterThan(1000);
  expect(output).toMatch(
    new RegExp(
      `^Page 43 .*: \\d+ words at the end: word${lines}, .* and ${60_000 - lines - 40} more\\.`,
      "m",
    ),
  );
});

test("rejects a second import without `replace`; a dry run changes nothing", async () => {
  await using site = await openMove("sqlite");
  expect(await site.trial()).toMatch(/could be imported\. Nothing was changed\./);
  expect(existsSync(join(site.folder, "river-lamps.report.txt"))).toBe(false);
  expect((await listPublished(site.db, blog)).cards).toEqual([]);
  await site.move();
  await expect(site.move()).rejects.toThrow("use --replace");
  expect(await site.move({ replace: true })).toMatch(/^Imported nothing\./);
  writeFileSync(site.path, readFileSync(fixture, "utf8").replace("Asked again.", "Asked once more."));
  expect(await site.move({ replace: true })).toMatch(/^Imported 1 post; 1 replaced existing entries\./);
  expect(await site.db.query.selectFrom("files").select("id").execute()).toHaveLength(2);
  expect((await listPublished(site.db, blog)).cards).toHaveLength(7);
});

test.each(engines)("%s: keeps existing pictures when it replaces posts without uploads", async (engine) => {
  await using site = await openMove(engine);
  await site.move();
  const before = (await readPost(site.db, "Lamps-on-the-ghat")).data;
  const again = { replace: true, uploads: null };
  expect(await site.move(again)).toMatch(
    /^Imported nothing\.[\s\S]*^Site: 2 files\. Not among the files of the export; files of an earlier import/m,
  );
  const changed = readFileSync(fixture, "utf8").replace(
    "near the temple of lamps",
    "beside the temple of lamps",
  );
  writeFileSync(site.path, changed);
  expect(await site.move(again)).toMatch(/^Imported 1 post; 1 replaced existing/);
  const after = (await readPost(site.db, "Lamps-on-the-ghat")).data;
  expect(toText(after.body)).toContain("beside the temple");
  expect(after.cover).toBe(before.cover);
  expect(picturesOf(after.body)).toEqual(picturesOf(before.body));
  expect(picturesOf(after.body)).toHaveLength(1);
  expect(await site.db.query.selectFrom("files").select("id").execute()).toHaveLength(2);
});

test("keeps the cover and reports lost figures without redirects of files", async () => {
  await using site = await openMove("sqlite");
  await site.move();
  const before = (await readPost(site.db, "Lamps-on-the-ghat")).data;
  await site.db.query.deleteFrom("redirects").where("to_path", "like", "/files/%").execute();
  const output = await site.move({ replace: true, uploads: null });
  expect(output).toMatch(/^Post 11 .*: featured picture .*cover\.png\. .* the existing cover stays\.$/m);
  expect(output).toMatch(/^Post 11 .*: picture .*lamp.*\. It is not among the files/m);
  const after = (await readPost(site.db, "Lamps-on-the-ghat")).data;
  expect([after.cover, picturesOf(after.body)]).toEqual([before.cover, []]);
});

test("does not confuse pictures with the same path on different sites", async () => {
  await using site = await openMove("sqlite");
  await site.move();
  const other = readFileSync(fixture, "utf8").replaceAll(
    "https://www.river-lamps.example/wp-content",
    "https://elsewhere.example/wp-content",
  );
  const withoutAttachments = other.replace(/<wp:attachment_url>.*?<\/wp:attachment_url>/g, "");
  writeFileSync(site.path, withoutAttachments);
  const output = await site.move({ replace: true, uploads: null });
  expect(output).toMatch(/^Post 11 .*: picture https:\/\/elsewhere\.example\/.*lamp/m);
});

function picturesOf(body: object): string[] {
  return [...JSON.stringify(body).matchAll(/"file":"([^"]+)"/g)].map(([, id = ""]) => id);
}

test("removes and counts characters that are invalid in XML", async () => {
  await using site = await openMove("sqlite");
  writeFileSync(site.path, readFileSync(fixture, "utf8").replace("Asked again.", "Asked\u0008 again\u0001."));
  expect(await site.move()).toContain("Site: 2 control characters. They can't be shown.");
  expect(toText((await readPost(site.db, "Oil-or-light?-(2)")).data.body)).toBe("Asked again.");
});
