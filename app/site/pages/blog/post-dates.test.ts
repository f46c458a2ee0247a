import { expect, test } from "vitest";
import { saveSettings } from "#app/domain/company/settings.ts";
import type { Entry } from "#app/domain/content/entry.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { findPublished, listPublished } from "#app/domain/content/published/entries.ts";
import { publish } from "#app/domain/content/publishing/publishing.ts";
import { openEntry } from "#app/domain/content/versions/open-entry.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { write } from "#app/platform/database/database.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { loader } from "./feed.ts";
import { presentPosts, readPostPage } from "./posts.ts";

const actionContext = { actor: { id: "nadia", requestId: "r-1" }, now: new Date("2026-03-01T10:00:00Z") };

type Site = Awaited<ReturnType<typeof openTestSite>>;

async function setTimeZone({ context: { db } }: Site, timeZone: string): Promise<void> {
  await write(db, (tx) => saveSettings(tx, { company: { timeZone } }, actionContext));
}

async function publishAt(site: Site, data: Record<string, unknown>, publishedAt: string): Promise<string> {
  const { db } = site.context;
  const id = await site.draft(blog, data);
  await write(db, async (tx) =>
    publish(tx, await openEntry(tx, blog, id), { ...actionContext, publishedAt }),
  );
  return id;
}

async function readFeed({ context }: Site): Promise<string> {
  const args = { context: new Map([[pageContext, context]]) } as unknown as Parameters<typeof loader>[0]; // only `get` is called
  return (await loader(args)).text();
}

async function readFeedDates(site: Site): Promise<string[]> {
  const xml = await readFeed(site);
  return [...xml.matchAll(/<pubDate>(.*?)<\/pubDate>/g)].map(([, date]) => date ?? "");
}

test.each(engines)("%s: posts show the company's day of publication", async (engine) => {
  await using site = await openTestSite(engine);
  await setTimeZone(site, "Asia/Dhaka");
  await publishAt(site, { title: "Tea" }, "2026-02-13T20:00:00.000Z");
  const { db } = site.context;
  const [row] = await presentPosts(db, (await listPublished(db, blog, { limit: 1 })).cards);
  expect(row).toMatchObject({ day: "2026-02-14", dayInWords: "14 February 2026" });
  const found = await findPublished(db, blog, "Tea");
  const page = await readPostPage(site.context, Object(found).entry as Entry<typeof blog>);
  expect(page).toMatchObject({ day: "2026-02-14", nodes: [{ datePublished: "2026-02-14" }, {}] });
});

test.each(engines)("%s: posts of one company day are ordered by their moments", async (engine) => {
  await using site = await openTestSite(engine);
  await setTimeZone(site, "Asia/Dhaka");
  // Both are of 14 February in Dhaka; the second was published before midnight UTC.
  await publishAt(site, { title: "Late", publishedOn: "2026-02-14" }, "2026-02-14T04:00:00.000Z");
  await publishAt(site, { title: "Night" }, "2026-02-13T20:00:00.000Z");
  await publishAt(site, { title: "Dawn", publishedOn: "2026-02-14" }, "2026-02-13T19:00:00.000Z");
  const { cards } = await listPublished(site.context.db, blog, { limit: 5 });
  expect(cards.map(({ title }) => title)).toEqual(["Late", "Night", "Dawn"]);
});

test.each(engines)("%s: the feed gives each post's moment of publication", async (engine) => {
  await using site = await openTestSite(engine);
  await setTimeZone(site, "Asia/Dhaka");
  await publishAt(site, { title: "Evening", publishedOn: "2024-03-05" }, "2024-03-05T17:30:00.000Z");
  await publishAt(site, { title: "Afternoon", publishedOn: "2024-03-05" }, "2024-03-05T09:00:00.000Z");
  await publishAt(site, { title: "Dated back", publishedOn: "2024-03-04" }, "2024-03-05T09:00:00.000Z");
  expect(await readFeedDates(site)).toEqual([
    "Tue, 05 Mar 2024 17:30:00 GMT",
    "Tue, 05 Mar 2024 09:00:00 GMT",
    "Mon, 04 Mar 2024 06:00:00 GMT",
  ]);
});

test.each(engines)("%s: an imported post has its former id in the feed", async (engine) => {
  await using site = await openTestSite(engine);
  const own = await site.publish(blog, { title: "Own" });
  const id = await publishAt(site, { title: "Imported" }, "2020-01-01T00:00:00.000Z");
  const { query } = site.context.db;
  await query
    .updateTable("entries")
    .set({ guid: "https://a.example/?p=1&x=2" })
    .where("id", "=", id)
    .execute();
  const guids = [...(await readFeed(site)).matchAll(/<guid isPermaLink="false">(.*?)<\/guid>/g)];
  expect(guids.map(([, guid]) => guid)).toEqual([own, "https://a.example/?p=1&amp;x=2"]);
});
