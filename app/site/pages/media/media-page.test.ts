import { expect, test } from "vitest";
import { saveSettings } from "#app/domain/company/settings.ts";
import { media } from "#app/domain/content/kinds/media.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import { write } from "#app/platform/database/database.ts";
import { found } from "#app/site/parts/url-params.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";
import { readMediaItem, readMediaPage } from "./media-page.ts";

test.each(engines)("%s: pages of the media link to each other with their type", async (engine) => {
  await using site = await openTestSite(engine);
  for (let n = 1; n <= 14; n++) await site.publish(media, { title: `News ${n}`, type: "news" });
  await site.publish(media, { title: "Talk", type: "event" });
  const read = (path: string) =>
    readMediaPage(site.context, new URL(path, "https://kolpona.example").searchParams);

  const first = await read("/media?type=news");
  expect(first).toMatchObject({ previous: null, found: "14 items", canonical: "/media?type=news" });
  expect(first.items).toHaveLength(12);
  const second = await read(first.next ?? "");
  expect(second).toMatchObject({ next: null, canonical: first.next });
  expect((await read(second.previous ?? "")).items).toEqual(first.items);
  expect(await read("/media?type=none")).toMatchObject({ found: "15 items", canonical: "/media" });
});

test.each(engines)("%s: upcoming events come first, past events among other items", async (engine) => {
  await using site = await openTestSite(engine);
  const open = {
    type: "event",
    date: "2026-01-03",
    begins: "10:00",
    ends: "13:00",
    repeats: "monthly",
    place: "Dhaka",
  };
  await site.publish(media, { title: "Open desk", ...open });
  await site.publish(media, { title: "Talk", type: "event", date: "2026-02-14" });
  await site.publish(media, { title: "Film", type: "video", date: "2026-02-20" });
  const read = (path: string) =>
    readMediaPage(site.context, new URL(path, "https://kolpona.example").searchParams);
  const all = await read("/media");
  expect(all.upcoming).toMatchObject([
    {
      title: "Open desk",
      next: "2026-03-07",
      place: "Dhaka",
      repeats: "Every month, on the first Saturday",
    },
  ]);
  expect(all.items.map(({ title, next }) => [title, next])).toEqual([
    ["Film", ""],
    ["Talk", ""],
  ]);
  expect((await read("/media?type=video")).upcoming).toEqual([]);
});

test.each(engines)("%s: a page links to its neighbours, and its closing elsewhere", async (engine) => {
  await using site = await openTestSite(engine);
  for (let n = 1; n <= 6; n++) await site.publish(media, { title: `News ${n}`, type: "news" });
  await write(site.context.db, (tx) =>
    saveSettings(
      tx,
      {
        pages: {
          media: { closing: { heading: "Come by", label: "When", href: "/media/News%2D2?from=band" } },
        },
      },
      { actor: { id: "tester", requestId: "test" }, now: new Date("2026-03-01T10:00:00.000Z") },
    ),
  );
  const read = async (slug: string) =>
    readMediaItem(site.context, found(await findPublished(site.context.db, media, slug)));
  const second = await read("News-2");
  expect(second.others.map(({ title }) => title)).toEqual(["News 3", "News 1", "News 6"]);
  expect(second.closing).toBeUndefined();
  const latest = await read("News-6");
  expect(latest.others.map(({ title }) => title)).toEqual(["News 5", "News 4", "News 3"]);
  expect(latest.closing).toMatchObject({ heading: "Come by" });
});
