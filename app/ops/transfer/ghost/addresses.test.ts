import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { engines } from "#tests/support/database.ts";
import { visit } from "../wordpress/addresses.fixture.ts";
import { openMove } from "../wordpress/move.fixture.ts";

const posts = Array.from({ length: 12 }, (_, at) => ({
  id: `p${at}`,
  uuid: `uuid-${at}`,
  title: `Kite ${at}`,
  slug: `kite-${at}`,
  html: "<p>Wind.</p>",
  status: "published",
  published_at: "2024-03-05 09:00:00",
  feature_image: "__GHOST_URL__/content/images/2024/03/cover.png",
}));

const data = {
  posts,
  tags: [{ id: "t1", name: "Weather", slug: "weather" }],
  posts_tags: posts.map(({ id }) => ({ post_id: id, tag_id: "t1" })),
  users: [{ id: "u1", name: "Nila Das", slug: "nila" }],
  posts_authors: posts.map(({ id }) => ({ post_id: id, author_id: "u1" })),
  settings: [{ key: "title", value: "Kites" }],
};

const picture = "2024/03/cover.png";

const addresses = [
  "/kite-1/",
  "/kite-1/amp/",
  "/p/uuid-1/",
  "/page/2/",
  "/rss/",
  "/feed/",
  "/tag/weather/",
  "/tag/weather/page/2/",
  "/tag/weather/rss/",
  "/tag/weather/feed/",
  "/author/nila/",
  "/author/nila/page/2/",
  "/author/nila/rss/",
  "/sitemap.xml",
  "/sitemap-posts.xml",
  "/sitemap-pages.xml",
  "/sitemap-tags.xml",
  "/sitemap-authors.xml",
  ...["", "size/w600/", "size/w160/format/webp/"].map((size) => `/content/images/${size}${picture}`),
];

test.each(engines)("%s: every address of a Ghost site needs at most one redirect", async (engine) => {
  await using site = await openMove(engine);
  const path = join(site.folder, "ghost.json");
  writeFileSync(path, JSON.stringify({ db: [{ meta: {}, data }] }));
  await site.move({}, path);
  const wrong: string[] = [];
  for (const address of addresses.flatMap((one) => [one, one.replace(/\/$/, ""), one.toUpperCase()])) {
    if (/^\/CONTENT/.test(address)) continue;
    const { at, hops, isPage } = await visit(site, address);
    if (hops > 1 || !isPage) wrong.push(`${address} → ${at} (${hops})`);
  }
  expect(wrong).toEqual([]);
});
