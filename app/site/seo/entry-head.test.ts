import { expect, test } from "vitest";
import type { Entry } from "#app/domain/content/entry.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { media } from "#app/domain/content/kinds/media.ts";
import { readPublished } from "#app/domain/content/published/entries.ts";
import { readPostPage } from "#app/site/pages/blog/posts.ts";
import { readMediaItem } from "#app/site/pages/media/media-page.ts";
import { openTestSite } from "#app/site/test-site.fixture.ts";
import { engines } from "#tests/support/database.ts";

test.each(engines)(
  "%s: posts and media items use their search title, description and image",
  async (engine) => {
    await using site = await openTestSite(engine);
    const { db } = site.context;
    const row = {
      id: "picture-1",
      name: "mill.jpg",
      type: "image/jpeg",
      width: 1000,
      height: 500,
      bytes: 9,
      alt: "",
    };
    const rest = {
      focal_x: 0.5,
      focal_y: 0.5,
      placeholder: "data:,",
      created_at: "2026-03-01T10:00:00.000Z",
    };
    await db.query
      .insertInto("files")
      .values({ ...row, ...rest, created_by: null })
      .execute();
    const seo = { title: "A mill", description: "Seen from above", image: "picture-1" };
    const input = { title: "The mill", summary: "Long ago.", seo };
    const [post] = await readPublished(db, blog, [await site.publish(blog, input)]);
    const [item] = await readPublished(db, media, [await site.publish(media, { ...input, type: "news" })]);

    const search = {
      title: "A mill",
      description: "Seen from above",
      image: expect.stringMatching("/files/picture-1/"),
    };
    expect((await readPostPage(site.context, post as Entry<typeof blog>)).search).toMatchObject(search);
    expect((await readMediaItem(site.context, item as Entry<typeof media>)).search).toMatchObject(search);
  },
);
