import { readSettings } from "#app/domain/company/settings.ts";
import type { Settings } from "#app/domain/company/settings-schema.ts";
import type { Entry } from "#app/domain/content/entry.ts";
import { author } from "#app/domain/content/kinds/author.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { countFacet, countValue, listPublished } from "#app/domain/content/published/entries.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { capitalize, formatCount } from "#app/lib/text/counts.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type AuthorFacts, findAuthors, postRowTags, presentPosts } from "#app/site/pages/blog/posts.ts";
import { linkPages, readPageCursor } from "#app/site/parts/url-params.ts";
import { readEntryMeta } from "#app/site/seo/entry-head.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { breadcrumbs, personNode } from "#app/site/seo/json-ld.ts";

/** Maximum number of authors on the page. */
const most = 1000;

/** An author with their number of public posts. */
type Writer = AuthorFacts & { posts: number };

/** Public authors of public posts by id, most posts first. */
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

/** Data of `/authors`: the authors of public posts. */
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

/** Data of an author's page. */
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
  const page = await listPublished(db, blog, { facet, ...readPageCursor(search) });
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

/** Breadcrumbs to the list of authors. */
function crumbsOf({ pages }: Settings) {
  return [
    { title: pages.blog.heading || "Blog", path: "/blog" },
    { title: "Authors", path: "/authors" },
  ];
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, "") ?? url;
}
