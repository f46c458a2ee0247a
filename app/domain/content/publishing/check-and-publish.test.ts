import { expect, test } from "vitest";
import type { Kind } from "#app/domain/content/kind.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { client } from "#app/domain/content/kinds/client.ts";
import { media } from "#app/domain/content/kinds/media.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import { checkData } from "#app/domain/content/versions/save-entry.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import {
  archive,
  createEntry,
  publish,
  publishChecked,
  saveVersion,
  schedule,
  scheduleChecked,
  trash,
} from "#tests/support/entries.ts";
import { checkBeforePublish } from "./check-and-publish.ts";

const actionContext = {
  actor: { id: "tester", requestId: "test" },
  now: new Date("2026-03-01T10:00:00.000Z"),
};
const publicUrl = new URL("https://www.kolpona.example");
const summary = "Six questions that a buyer of software should ask, and what we answer to each.";

const text = (words: string, ...marks: unknown[]) => ({
  type: "text",
  text: words,
  ...(marks[0] ? { marks } : {}),
});
const paragraph = (...content: unknown[]) => ({ type: "paragraph", content });
const heading = (level: number, words: string) => ({
  type: "heading",
  attrs: { level },
  content: words ? [text(words)] : [],
});
const linked = (words: string, href: string) => text(words, { type: "link", attrs: { href } });
const doc = (...content: unknown[]) => ({ type: "doc", content });
const goodPost = { title: "Six questions", summary, body: doc(paragraph(text("Ask them."))) };

async function picture(
  db: Database,
  id: string,
  facts: { alt?: string; bytes?: number; width?: number } = {},
) {
  const { alt = "A mill", bytes = 900_000, width = 1600 } = facts;
  const row = { id, name: `${id}.webp`, type: "image/webp", width, height: 800, bytes, alt };
  const rest = {
    focal_x: 0.5,
    focal_y: 0.5,
    placeholder: "data:,",
    created_at: actionContext.now.toISOString(),
  };
  await db.query
    .insertInto("files")
    .values({ ...row, ...rest, created_by: "tester" })
    .execute();
  return id;
}

async function find(db: Database, kind: Kind, data: Record<string, unknown>): Promise<string[]> {
  const found = await checkBeforePublish(db, kind, checkData(kind, data), { publicUrl });
  return found
    .filter(({ message }) => !/No cover picture/.test(message))
    .map(({ level, field, message }) => `${level} ${field}: ${message}`);
}

const make = (db: Database, kind: Kind, data: Record<string, unknown>) =>
  write(db, async (tx) => (await createEntry(tx, kind, data, actionContext)).id);

test.each(engines)("%s: a complete post has one finding, the generated cover", async (engine) => {
  await using open = await openTestDatabase(engine);
  const check = (data: object) =>
    checkBeforePublish(open.db, blog, checkData(blog, { ...goodPost, ...data }), { publicUrl });
  const message = "No cover picture. A pattern is used instead.";
  expect(await check({})).toEqual([{ level: "advice", field: "cover", message }]);
  expect(await check({ cover: await picture(open.db, "mill-0001") })).toEqual([]);
});

test.each(engines)(
  "%s: reports pictures without alternative text, heavy, small or missing",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const bare = await picture(db, "bare-0001", { alt: "" });
    const heavy = await picture(db, "heavy-0001", { bytes: 9_100_000, width: 640 });
    const image = (file: string, alt?: string) => ({
      type: "image",
      attrs: { file, ...(alt ? { alt } : {}) },
    });
    const quote = { type: "blockquote", content: [image(bare)] };
    expect(await find(db, blog, { ...goodPost, cover: heavy, body: doc(quote) })).toEqual([
      "error body: The picture “bare-0001.webp” has no alt text. Describe it in a few words.",
      "advice cover: The picture “heavy-0001.webp” is heavy: 9.1 MB in all its sizes. A smaller or less detailed one loads faster on phones.",
      "advice cover: The cover is 640 pixels wide; below 960 it looks soft on large screens.",
    ]);
    expect(await find(db, blog, { ...goodPost, cover: null, body: doc(image(bare, "A grey mill")) })).toEqual(
      [],
    );
    const found = await checkBeforePublish(
      db,
      blog,
      checkData(blog, { ...goodPost, cover: heavy, body: doc(quote) }),
      { publicUrl },
    );
    expect(found.map((one) => one.picture)).toEqual([bare, heavy, undefined]);
    const lost = await find(db, media, { title: "Gallery", summary, gallery: ["gone-0001", bare] });
    expect(lost.filter((one) => one.startsWith("error"))).toEqual([
      "error gallery: A picture is no longer in the library. Choose another, or remove it.",
      "error gallery: The picture “bare-0001.webp” has no alt text. Describe it in a few words.",
    ]);
  },
);

test("reports skipped heading levels, empty headings and chapters without their own", async () => {
  await using open = await openTestDatabase("sqlite");
  const body = doc(heading(2, "First"), heading(4, "Deep"), heading(3, ""), heading(3, "Fine"));
  expect((await find(open.db, blog, { ...goodPost, body })).slice(0, 2)).toEqual([
    "error body: A heading of level 3 has no words. Write them, or remove it.",
    "advice body: “Deep” is a heading of level 4 where level 3 comes next.",
  ]);
  const third = doc(heading(3, "Below the page's title"));
  expect(await find(open.db, blog, { ...goodPost, body: third })).toContain(
    "advice body: “Below the page's title” is a heading of level 3 where level 2 comes next.",
  );
  expect(
    (await find(open.db, portfolio, { title: "Ferry", summary, challenge: third })).join(),
  ).not.toContain("heading of level");
});

test.each(engines)("%s: reports each kind of broken internal link in its own words", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const live = await make(db, blog, { ...goodPost, title: "Café & tea" });
  await write(db, (tx) => publish(tx, blog, live, actionContext));
  await make(db, blog, { ...goodPost, title: "Later" });
  const soon = await make(db, blog, { ...goodPost, title: "Soon" });
  const times = { publishAt: "2026-04-01T00:00:00.000Z", unpublishAt: null };
  await write(db, (tx) => schedule(tx, blog, soon, times, actionContext));
  const gone = await make(db, media, { title: "Gone", body: goodPost.body });
  await write(db, (tx) => trash(tx, media, gone, actionContext));
  const good = [
    "/blog/Caf%C3%A9-%26-tea",
    "/blog/CAFÉ-&-tea?x=1#y",
    "/",
    "/services",
    "/clients#boi-ghor",
    "/terms",
  ];
  good.push(
    "https://other.example/blog/Nothing",
    "mailto:a@b.example",
    "#top",
    "https://www.kolpona.example/about",
  );
  const bad = ["/blog/Later", "/blog/Soon", "/media/Gone", "/blog/Never", "/dashboard/home", "/blog/Caf/x"];
  bad.push("https://www.kolpona.example/portfolio/None", "/files/none/1.webp");
  const body = doc(...[...good, ...bad].map((href, n) => paragraph(linked(`link ${n}`, href))));
  const found = await find(db, blog, { ...goodPost, body });
  expect(found.filter((one) => /link/.test(one))).toEqual([
    "error body: The link “link 10” to /blog/Later leads to “Later”, which is a draft that readers can't see.",
    "error body: The link “link 12” to /media/Gone leads to “Gone”, which is in the trash.",
    "error body: The link “link 13” to /blog/Never leads nowhere: there is no such page.",
    "error body: The link “link 14” to /dashboard/home leads to a page that only staff can open.",
    "error body: The link “link 15” to /blog/Caf/x leads nowhere: there is no such page.",
    "error body: The link “link 16” to https://www.kolpona.example/portfolio/None leads nowhere: there is no such page.",
    "error body: The link “link 17” to /files/none/1.webp leads nowhere: there is no such page.",
    "advice body: The link “link 11” to /blog/Soon leads to “Soon”, which is scheduled and not public yet.",
  ]);
  await write(db, (tx) => saveVersion(tx, blog, live, 1, { ...goodPost, title: "Coffee" }, actionContext));
  const toNew = { ...goodPost, body: doc(paragraph(linked("new", "/blog/Coffee"))) };
  expect((await find(db, blog, toNew))[0]).toMatch(/only once its changes are published/);
  await write(db, (tx) => publish(tx, blog, live, actionContext));
  expect((await find(db, blog, toNew)).join()).not.toContain("link");
  const toOld = { ...goodPost, body: doc(paragraph(linked("old", "/blog/Café-&-tea"))) };
  expect((await find(db, blog, toOld)).join(), "a former address leads on").not.toContain("link");
  const site = await find(db, client, { title: "Mill", website: "https://www.kolpona.example/blog/Never" });
  expect(site).toEqual([expect.stringMatching(/^error website: The link to .* leads nowhere/)]);
});

test("advises on search-engine titles and descriptions by visible length", async () => {
  await using open = await openTestDatabase("sqlite");
  const about = (data: object) => find(open.db, blog, { ...goodPost, ...data });
  expect(await about({ title: "x".repeat(61) })).toEqual([
    expect.stringMatching(/^advice title: The title has 61/),
  ]);
  expect(await about({ title: "ক্ষি".repeat(60) })).toEqual([]);
  expect(await about({ seo: { title: "y".repeat(70) } })).toEqual([
    expect.stringMatching(/^advice seo.title: .*shorten it/),
  ]);
  expect(await about({ summary: "" })).toEqual([expect.stringMatching(/^advice summary: Without a summary/)]);
  expect(await about({ summary: "Short." })).toEqual([expect.stringMatching(/only 6 characters/)]);
  expect(await about({ summary: "z".repeat(200) })).toEqual([expect.stringMatching(/has 200 characters/)]);
});

test("reports missing content and placeholder text", async () => {
  await using open = await openTestDatabase("sqlite");
  const first = async (kind: Kind, data: object) =>
    (await find(open.db, kind, { title: "A", summary, ...data }))[0];
  expect(await first(blog, {})).toBe("error body: Text is empty: the page would have nothing to read.");
  expect(await first(media, { type: "video", video: "https://vimeo.com/1" })).toMatch(
    /^advice body: Text is empty/,
  );
  expect(await first(client, { summary: "" })).toBeUndefined();
  const lorem = doc(paragraph(text("Lorem Ipsum dolor")));
  expect(await first(blog, { body: lorem })).toBe("error body: Text still contains “Lorem Ipsum”.");
  expect(await first(client, { testimonial: { quote: "TBD" } })).toMatch(
    /^advice testimonial: .*is it finished/,
  );
  expect((await find(open.db, blog, { ...goodPost, title: "A todo list" })).join()).not.toContain("finished");
});

test.each(kinds.flatMap((kind) => engines.map((engine) => ({ kind, engine, name: kind.name }))))(
  "$engine, $name: publishing despite errors requires a logged reason",
  async ({ kind, engine }) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const id = await make(db, kind, { title: "Lorem ipsum", summary });
    const go = (reason?: string) =>
      write(db, (tx) => publishChecked(tx, kind, id, { ...actionContext, publicUrl, reason }));
    const plan = (reason?: string) => {
      const times = { publishAt: "2026-04-01T00:00:00.000Z", unpublishAt: null };
      return write(db, (tx) => scheduleChecked(tx, kind, id, times, { ...actionContext, publicUrl, reason }));
    };
    for (const attempt of [go, plan])
      for (const reason of [undefined, "", " \u200b "])
        await expect(attempt(reason)).rejects.toMatchObject({
          code: "invalid",
          reason: "check-failed",
          fields: { reason: expect.any(String), title: expect.stringContaining("Lorem ipsum") },
          detail: expect.arrayContaining([expect.objectContaining({ level: "error", field: "title" })]),
        });
    await expect(go("x".repeat(501))).rejects.toMatchObject({
      fields: { reason: expect.stringContaining("500") },
    });
    expect((await plan("The printer wants it")).state).toBe("scheduled");
    expect((await go("It is a page about typesetting")).state).toBe("published");
    const rows = await db.query
      .selectFrom("audit")
      .select(["action", "detail"])
      .where("detail", "like", "Over%")
      .execute();
    expect(rows).toEqual([
      { action: `${kind.name}.schedule`, detail: expect.stringContaining("because: The printer wants it (") },
      {
        action: `${kind.name}.publish`,
        detail: expect.stringContaining("because: It is a page about typesetting ("),
      },
    ]);
    await write(db, (tx) => archive(tx, kind, id, actionContext));
  },
);

test("clearing a date requires no check", async () => {
  await using open = await openTestDatabase("sqlite");
  const id = await make(open.db, blog, { title: "Lorem ipsum" });
  const none = { publishAt: null, unpublishAt: null };
  const taken = await write(open.db, (tx) =>
    scheduleChecked(tx, blog, id, none, { ...actionContext, publicUrl }),
  );
  expect(taken.state).toBe("draft");
});
