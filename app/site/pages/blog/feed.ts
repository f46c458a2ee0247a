import { publicMoment, timeZoneOf } from "#app/domain/company/company-time.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import type { Entry } from "#app/domain/content/entry.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { listPublished, readGuids, readPublished } from "#app/domain/content/published/entries.ts";
import { prepareHtmlElsewhere, withFullAddresses } from "#app/domain/content/published/render.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { escapeXml, xmlAnswer } from "#app/site/seo/xml.ts";
import type { Route } from "./+types/feed.ts";
import { findAuthors } from "./posts.ts";

/** The latest posts in full, RSS 2.0. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext, publicUrl } = context.get(pageContext);
  requestContext.cacheTags(
    cacheTags.settings,
    cacheTags.list("blog"),
    cacheTags.list("author"),
    cacheTags.files,
  );
  const settings = await readSettings(db);
  const { company } = settings;
  const { cards } = await listPublished(db, blog, { limit: 20 });
  const posts = await readPublished(
    db,
    blog,
    cards.map((card) => card.id),
  );
  const toHtml = await prepareHtmlElsewhere(
    db,
    posts.map((post) => post.data.body),
  );
  const authors = await findAuthors(
    db,
    posts.map(({ data }) => data.writtenBy),
  );
  const guids = await readGuids(
    db,
    posts.map(({ id }) => id),
  );
  const items = posts.map((post) =>
    itemOf(
      post,
      {
        guid: guids.get(post.id) ?? post.id,
        author: authors.get(post.data.writtenBy ?? "")?.name ?? post.data.author,
        html: withFullAddresses(toHtml(post.data.body), publicUrl),
        timeZone: timeZoneOf(settings),
      },
      publicUrl,
    ),
  );
  const self = new URL("/blog/feed.xml", publicUrl).href;
  const channel = [
    `<title>${escapeXml(company.name)}</title>`,
    `<link>${escapeXml(new URL("/blog", publicUrl).href)}</link>`,
    `<description>${escapeXml(company.description || company.tagline || company.name)}</description>`,
    "<language>en</language>",
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`,
    ...items,
  ];
  const namespaces =
    'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"';
  return xmlAnswer(
    `<rss version="2.0" ${namespaces}><channel>${channel.join("\n")}</channel></rss>`,
    "application/rss+xml",
  );
}

function itemOf(
  post: Entry<typeof blog>,
  { guid, author, html, timeZone }: { guid: string; author: string; html: string; timeZone: string },
  site: URL,
): string {
  const address = new URL(post.path, site).href;
  const moment = publicMoment({ day: post.data.publishedOn, publishedAt: post.publishedAt }, timeZone);
  return `<item>
<title>${escapeXml(post.title)}</title>
<link>${escapeXml(address)}</link>
<guid isPermaLink="false">${escapeXml(guid)}</guid>
<pubDate>${new Date(moment).toUTCString()}</pubDate>
<dc:creator>${escapeXml(author)}</dc:creator>
${post.data.tags.map((tag) => `<category>${escapeXml(tag)}</category>`).join("")}
<description>${escapeXml(post.data.summary)}</description>
<content:encoded>${escapeXml(html)}</content:encoded>
</item>`;
}
