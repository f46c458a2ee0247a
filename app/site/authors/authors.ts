import { readSettings } from "#app/company/settings.ts";
import type { Settings } from "#app/company/settings-schema.ts";
import type { Entry } from "#app/content/entry.ts";
import { author } from "#app/content/kinds/author.ts";
import { blog } from "#app/content/kinds/blog.ts";
import { countFacet, countValue, listPublished } from "#app/content/published/entries.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { type AuthorFacts, findAuthors, postRowTags, presentPosts } from "#app/site/blog/posts.ts";
import { linkPages, readPageNumber } from "#app/site/parts/url-params.ts";
import { readEntryMeta } from "#app/site/seo/entry-head.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { breadcrumbs, personNode } from "#app/site/seo/json-ld.ts";
import { capitalize, formatCount } from "#app/text/counts.ts";

/** More authors than this are on no list. */
const most = 1000;

/** An author, and how many public posts they have written. */
type Writer = AuthorFacts & { posts: number };

/** Public authors of public posts by id, who has written most first. */
export async function findWriters(db: Database): Promise<Map<string, Writer>> {
  const counts = await countFacet(db, blog, "writtenBy", most);
  const authors = await findAuthors(
    db,
    counts.map(({ value }) => value),
  );
  return new Map(
    counts.flatMap(({ value, count }) => {
      const facts = authors.get(value);
      return facts ? [[value, { ...facts, posts: count }]] : [];
    }),
  );
}

/** Everything `/authors` shows: whoever has written what the public can read. */
export async function readAuthorsPage({ db, requestContext, publicUrl }: PageContext) {
  requestContext.cacheTags(
    cacheTags.settings,
    cacheTags.list(author.name),
    cacheTags.list(blog.name),
    cacheTags.files,
  );
  const settings = await readSettings(db);
  const authors = await findWriters(db);
  return {
    authors: [...authors.values()].map(({ posts, ...person }) => ({
      ...person,
      written: capitalize(formatCount(posts, "post")),
    })),
    crumbs: crumbsOf(settings),
    site: siteFacts(settings, publicUrl),
  };
}

/** Everything an author's page shows. */
export async function readAuthorPage(
  { db, requestContext, publicUrl }: PageContext,
  entry: Entry<typeof author>,
  search: URLSearchParams,
) {
  requestContext.cacheTags(cacheTags.settings, cacheTags.entry(entry.id), ...postRowTags);
  const settings = await readSettings(db);
  const { cover: picture, ...head } = await readEntryMeta(db, author, entry);
  const { role } = entry.data;
  const links = entry.data.links.filter(({ url }) => url !== "");
  const facet = { field: "writtenBy", value: entry.id };
  const page = await listPublished(db, blog, { facet, ...readPageNumber(search) });
  const person = { name: entry.title, role, bio: entry.data.summary, path: entry.path, picture, links };
  const crumbs = [...crumbsOf(settings), { title: entry.title, path: entry.path }];
  return {
    ...head,
    picture,
    role,
    links: links.map(({ label, url }) => ({ label: label || hostOf(url), url })),
    posts: await presentPosts(db, page.cards),
    count: await countValue(db, blog, facet.field, facet.value),
    ...linkPages(entry.path, {}, page),
    crumbs,
    nodes: [personNode(person, publicUrl), breadcrumbs(crumbs, publicUrl)],
    site: siteFacts(settings, publicUrl),
  };
}

/** The way to the list of authors. */
function crumbsOf({ pages }: Settings) {
  return [
    { title: pages.blog.heading || "Blog", path: "/blog" },
    { title: "Authors", path: "/authors" },
  ];
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, "") ?? url;
}
