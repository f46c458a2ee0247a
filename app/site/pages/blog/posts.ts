import { publicDay, readTimeZone, timeZoneOf } from "#app/domain/company/company-time.ts";
import { readSettings } from "#app/domain/company/settings.ts";
import { readCategories } from "#app/domain/content/categories/categories.ts";
import type { Card, Entry } from "#app/domain/content/entry.ts";
import { author } from "#app/domain/content/kinds/author.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import {
  addCovers,
  findNeighbours,
  listByIds,
  listWithoutCovers,
} from "#app/domain/content/published/entries.ts";
import { renderHtml } from "#app/domain/content/published/render.ts";
import { type Picture, withoutPlaceholder } from "#app/domain/files/pictures/picture.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { headingsOf } from "#app/lib/rich-text/headings.ts";
import { isMainlyBangla } from "#app/lib/rich-text/schema/language.ts";
import { banglaDigits, writeDay } from "#app/lib/text/days.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { closingOf } from "#app/site/parts/closing.ts";
import { langAttribute } from "#app/site/parts/prose.ts";
import { readEntryMeta } from "#app/site/seo/entry-head.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { blogPosting, breadcrumbs } from "#app/site/seo/json-ld.ts";

/** A post as lists show it. */
export interface PostRow {
  title: string;
  path: string;
  summary: string;
  /** `YYYY-MM-DD`, and the same in words. */
  day: string;
  dayInWords: string;
  readingTime: string;
  category: string;
  cover: Picture | null;
  /** The author's entry, or only a typed name. */
  author: { name: string; picture: Picture | null } | null;
  lang: "bn" | undefined;
}

/** Posts with the name of one category each: the filtered one, or else the first. */
export async function presentPosts(
  db: Database,
  cards: readonly Card<typeof blog>[],
  shown = "",
): Promise<PostRow[]> {
  if (cards.length === 0) return [];
  const names = new Map((await readCategories(db, "blog")).map(({ id, name }) => [id, name]));
  const authors = await findAuthors(
    db,
    cards.map(({ data }) => data.writtenBy),
  );
  const timeZone = await readTimeZone(db);
  return cards.map(({ title, path, data, minutes, cover, publishedAt }) => {
    const day = publicDay({ day: data.publishedOn, publishedAt }, timeZone);
    return {
      title,
      path,
      summary: data.summary,
      day,
      dayInWords: writeDay(day),
      readingTime: writeMinutes(minutes),
      category: names.get(data.categories.includes(shown) ? shown : (data.categories[0] ?? "")) ?? "",
      cover: withoutPlaceholder(cover),
      author: nameAuthor(authors.get(data.writtenBy ?? ""), data.author),
      lang: isMainlyBangla(title) ? "bn" : undefined,
    };
  });
}

function nameAuthor(record: AuthorFacts | undefined, name: string): PostRow["author"] {
  if (record) return { name: record.name, picture: withoutPlaceholder(record.picture) };
  return name === "" ? null : { name, picture: null };
}

/** Cache tags of a page with rows of posts. */
export const postRowTags = [
  cacheTags.list("blog"),
  cacheTags.list("author"),
  cacheTags.categories("blog"),
  cacheTags.files,
];

/** Formats a reading time, such as "4 min"; in Bangla for Bangla texts. */
export function writeMinutes(minutes: number, lang?: string): string {
  return lang === "bn" ? `${banglaDigits(minutes)} মিনিট` : `${minutes} min`;
}

/** Data of a post's page. */
export async function readPostPage(site: PageContext, post: Entry<typeof blog>) {
  const { db, requestContext, publicUrl } = site;
  requestContext.cacheTags(
    cacheTags.settings,
    cacheTags.entry(post.id),
    ...postRowTags,
    ...(post.data.writtenBy ? [cacheTags.entry(post.data.writtenBy)] : []),
  );
  const { data } = post;
  const settings = await readSettings(db);
  const head = await readEntryMeta(db, blog, post);
  const lang = langAttribute(head.title);
  const day = publicDay({ day: data.publishedOn, publishedAt: post.publishedAt }, timeZoneOf(settings));
  const names = await readCategories(db, "blog");
  const author = data.writtenBy
    ? ((await findAuthors(db, [data.writtenBy])).get(data.writtenBy) ?? null)
    : null;
  const authorName = author?.name ?? data.author;
  const crumbs = [
    { title: settings.pages.blog.heading || "Blog", path: "/blog" },
    { title: post.title, path: post.path },
  ];
  return {
    ...head,
    day,
    dayInWords: writeDay(day, lang),
    readingTime: writeMinutes(post.minutes, lang),
    lang,
    author,
    authorName,
    tags: data.tags,
    crumbs,
    nodes: [
      blogPosting(
        {
          ...post,
          ...data,
          author: { name: authorName, path: author?.path ?? null },
          image: head.search.image,
          publishedOn: day,
          language: lang ?? "en",
        },
        publicUrl,
      ),
      breadcrumbs(crumbs, publicUrl),
    ],
    categories: names
      .filter(({ id }) => data.categories.includes(id))
      .map(({ name, slug }) => ({ name, slug })),
    html: await renderHtml(db, data.body, lang ?? "en"),
    headings: headingsOf(data.body).filter(({ level }) => level === 2),
    ...(await readAround(db, post)),
    closing: closingOf(settings, "blog", { path: post.path, publicUrl }),
    site: siteFacts(settings, publicUrl),
  };
}

async function readAround(db: Database, post: Entry<typeof blog>) {
  const { previous, next } = await findNeighbours(db, blog, post);
  const category = post.data.categories[0];
  const same =
    category === undefined
      ? []
      : (await listWithoutCovers(db, blog, { facet: { field: "categories", value: category }, limit: 4 }))
          .cards;
  const shown = new Set([post.id, previous?.id, next?.id]);
  const related = same.filter(({ id }) => !shown.has(id)).slice(0, 2);
  const link = (card: typeof previous) => (card ? { title: card.title, path: card.path } : null);
  return {
    newer: link(previous),
    older: link(next),
    related: await presentPosts(db, await addCovers(db, blog, related)),
  };
}

/** An author as posts and lists show them. */
export interface AuthorFacts {
  name: string;
  role: string;
  bio: string;
  path: string;
  picture: Picture | null;
}

/** Public authors by id. */
export async function findAuthors(
  db: Database,
  ids: readonly (string | null)[],
): Promise<Map<string, AuthorFacts>> {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  const cards = await listByIds(db, author, wanted);
  return new Map(
    cards.map(({ id, title, path, cover, data }) => [
      id,
      { name: title, role: data.role, bio: data.summary, path, picture: cover },
    ]),
  );
}
