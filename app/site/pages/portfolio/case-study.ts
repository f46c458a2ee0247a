import { readSettings } from "#app/domain/company/settings.ts";
import { readCategories } from "#app/domain/content/categories/categories.ts";
import type { Entry } from "#app/domain/content/entry.ts";
import { client } from "#app/domain/content/kinds/client.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import {
  addCovers,
  findNeighbours,
  listByIdsWithoutCovers,
  listLinkingTo,
  listWithoutCovers,
} from "#app/domain/content/published/entries.ts";
import { prepareHtml } from "#app/domain/content/published/render.ts";
import { findPictures, type Picture } from "#app/domain/files/pictures/picture.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { isEmptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { clientPath } from "#app/site/pages/clients/wall.ts";
import { closingOf } from "#app/site/parts/closing.ts";
import { findOwnPictures } from "#app/site/parts/pictures/find-own-pictures.ts";
import { readEntryMeta } from "#app/site/seo/entry-head.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { breadcrumbs } from "#app/site/seo/json-ld.ts";
import { pieceTags } from "./pieces.ts";

type CaseStudy = Entry<typeof portfolio>;

/** Data of the page of a case study; empty fields are left out. */
export async function readCaseStudy(site: PageContext, entry: CaseStudy) {
  const { db, requestContext, publicUrl } = site;
  requestContext.cacheTags(
    cacheTags.settings,
    cacheTags.entry(entry.id),
    cacheTags.list("service"),
    ...pieceTags,
  );
  const { gallery, numbers, technologies, link, duration, price } = entry.data;
  const meta = await readEntryMeta(db, portfolio, entry);
  const pictures = await findPictures(db, gallery);
  const settings = await readSettings(db);
  const { previous, next } = await findAround(db, entry);
  const { title, path } = meta;
  const steps = [
    { title: "Portfolio", path: "/portfolio" },
    { title, path },
  ];
  return {
    ...meta,
    nodes: [breadcrumbs(steps, publicUrl)],
    ...placePictures(
      await readChapters(site, entry),
      // The page already shows the cover.
      gallery.flatMap((id) => (id === meta.cover?.id ? [] : (pictures.get(id) ?? []))),
    ),
    numbers: numbers.filter(({ value }) => value),
    duration,
    price,
    client: await readClient(db, entry),
    services: (await listLinkingTo(db, service, "work", entry.id, 4)).map(titleAndPath),
    categories: await linkCategories(db, entry),
    finished: writeMonth(entry.data.finishedOn),
    technologies,
    link,
    previous,
    next,
    closing: closingOf(settings, "portfolio", { path: entry.path, publicUrl }),
    site: siteFacts(settings, publicUrl),
  };
}

/** Challenge, solution and result, without empty ones. */
async function readChapters(site: PageContext, { data }: CaseStudy) {
  const chapters = [
    { name: "challenge", heading: "The problem", doc: data.challenge },
    { name: "solution", heading: "What we did", doc: data.solution },
    { name: "result", heading: "What changed", doc: data.result },
  ].filter(({ doc }) => !isEmptyDoc(doc));
  const write = await prepareHtml(
    site.db,
    chapters.map(({ doc }) => doc),
  );
  return chapters.map(({ name, heading, doc }) => ({ name, heading, html: write(doc) }));
}

async function readClient(db: Database, { data }: CaseStudy) {
  const [known] = data.client === null ? [] : await listByIdsWithoutCovers(db, client, [data.client]);
  if (!known) return null;
  const [testimonial] = await findOwnPictures(db, [known.data.testimonial]);
  return { name: known.title, path: clientPath(known.slug), testimonial };
}

async function linkCategories(db: Database, { data }: CaseStudy) {
  const wanted = new Set(data.categories);
  return (await readCategories(db, "portfolio"))
    .filter(({ id }) => wanted.has(id))
    .map(({ name, slug }) => ({
      title: name,
      path: `/portfolio?${new URLSearchParams({ category: slug })}`,
    }));
}

/** The previous and next case study; the first follows the last. */
async function findAround(db: Database, entry: CaseStudy) {
  const { previous, next } = await findNeighbours(db, portfolio, entry);
  const after = next ?? (await listWithoutCovers(db, portfolio, { limit: 1 })).cards[0];
  const [following] = after && after.id !== entry.id ? await addCovers(db, portfolio, [after]) : [];
  return {
    previous: previous && titleAndPath(previous),
    next: following ? { ...titleAndPath(following), cover: following.cover } : null,
  };
}

/** One picture after each chapter but the last, and the rest at the end. */
function placePictures<Chapter>(chapters: readonly Chapter[], pictures: readonly Picture[]) {
  const between = Math.max(0, chapters.length - 1);
  return {
    chapters: chapters.map((chapter, at) => ({
      ...chapter,
      picture: (at < between ? pictures[at] : undefined) ?? null,
    })),
    gallery: pictures.slice(between),
  };
}

function titleAndPath({ title, path }: { title: string; path: string }) {
  return { title, path };
}

const months = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

function writeMonth(day: string): string {
  return day === "" ? "" : months.format(new Date(`${day}T00:00:00Z`));
}
