import { readSettings } from "#app/domain/company/settings.ts";
import { type Category, findCategory, readCategories } from "#app/domain/content/categories/categories.ts";
import type { CoverlessCard } from "#app/domain/content/entry.ts";
import { coverIdOf } from "#app/domain/content/kind.ts";
import { client } from "#app/domain/content/kinds/client.ts";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import {
  countFacet,
  countPublished,
  listByIdsWithoutCovers,
  listWithoutCovers,
  readPublished,
} from "#app/domain/content/published/entries.ts";
import { findPictures, type Picture, withoutPlaceholder } from "#app/domain/files/pictures/picture.ts";
import type { PageContext } from "#app/domain/routing/page-context.ts";
import { cachedById, cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { closingOf } from "#app/site/parts/closing.ts";
import type { FilterLink } from "#app/site/parts/lists.tsx";
import { linkPages, readPageCursor, readWord } from "#app/site/parts/url-params.ts";
import { siteFacts } from "#app/site/seo/head.ts";
import { comparePrice, type PaidPrice } from "./price.ts";

/** A case study as lists show it. */
export interface PieceFacts {
  title: string;
  path: string;
  summary: string;
  /** Client, first category and year, without missing ones. */
  who: string;
  /** The first of its results in numbers. */
  figure: Figure | null;
  cover: Picture | null;
  price: PaidPrice | null;
}

interface Figure {
  value: string;
  label: string;
}

/** Cache tags of the case studies on a page. */
export const pieceTags = [
  cacheTags.list("portfolio"),
  cacheTags.list("client"),
  cacheTags.categories("portfolio"),
  cacheTags.files,
];

/** Case studies with the names of their clients and categories. */
export async function presentPieces(
  db: Database,
  cards: readonly CoverlessCard<typeof portfolio>[],
): Promise<PieceFacts[]> {
  if (cards.length === 0) return [];
  const ids = new Set(cards.flatMap(({ data }) => data.client ?? []));
  const clients = new Map(
    (await listByIdsWithoutCovers(db, client, [...ids])).map(({ id, title }) => [id, title]),
  );
  const categories = new Map((await readCategories(db, "portfolio")).map(({ id, name }) => [id, name]));
  const shown = await readShown(
    db,
    cards.map(({ id }) => id),
  );
  const pictures = await findPictures(
    db,
    [...shown.values()].map(({ cover }) => cover),
  );
  return cards.map(({ id, title, path, data }) => ({
    title,
    path,
    summary: data.summary,
    who: [
      clients.get(data.client ?? ""),
      categories.get(data.categories[0] ?? ""),
      data.finishedOn.slice(0, 4),
    ]
      .filter(Boolean)
      .join(", "),
    figure: shown.get(id)?.figure ?? null,
    cover: withoutPlaceholder(pictures.get(shown.get(id)?.cover ?? "")),
    price: shown.get(id)?.price ?? null,
  }));
}

/** Data of case studies that cards leave out: first figure, price, and ids of the first two pictures; empty if missing. */
export function readShown(db: Database, ids: readonly string[]) {
  return cachedById(db, "figures of case studies", [cacheTags.list("portfolio")], ids, async (missing) =>
    (await readPublished(db, portfolio, missing)).map(({ id, data }) => ({
      id,
      figure: data.numbers.find(({ value }) => value) ?? null,
      price: comparePrice(data.price),
      cover: coverIdOf(portfolio, data) ?? "",
      second: data.gallery.find((picture) => picture !== coverIdOf(portfolio, data)) ?? "",
    })),
  );
}

/** Data of `/portfolio` for a query; an unknown category gives an empty list that is not cached. */
export async function readPortfolioPage(
  { db, requestContext, publicUrl }: PageContext,
  search: URLSearchParams,
) {
  const requested = readWord(search, "category");
  const settings = await readSettings(db);
  const category = requested === "" ? null : await findCategory(db, "portfolio", requested);
  const isUnknown = requested !== "" && category === null;
  if (isUnknown) requestContext.noStore();
  else requestContext.cacheTags(cacheTags.settings, ...pieceTags);
  const page = isUnknown ? nothing : await readPieces(db, category, readPageCursor(search));
  const { filters, total, count } = await readFilters(db, category, isUnknown);
  return {
    ...settings.pages.portfolio,
    closing: closingOf(settings, "portfolio", { path: "/portfolio", publicUrl }),
    ...page,
    filters,
    total,
    count,
    category: category?.name ?? "",
    asked: isUnknown ? requested : "",
    path: pathOf(category),
    site: siteFacts(settings, publicUrl),
  };
}

const nothing = { pieces: [], previous: null, next: null };

async function readPieces(db: Database, category: Category | null, place: ReturnType<typeof readPageCursor>) {
  const facet = category && { field: "categories", value: category.id };
  const listed = await listWithoutCovers(db, portfolio, { ...(facet && { facet }), ...place });
  const filter: Record<string, string> = category ? { category: category.slug } : {};
  return { pieces: await presentPieces(db, listed.cards), ...linkPages("/portfolio", filter, listed) };
}

/** Categories with case studies, and the selected one. */
async function readFilters(db: Database, category: Category | null, isUnknown: boolean) {
  const total = await countPublished(db, portfolio);
  const counts = new Map(
    (await countFacet(db, portfolio, "categories")).map(({ key, count }) => [key, count]),
  );
  const countOf = ({ id }: Category) => counts.get(id.toLowerCase()) ?? 0;
  const offered = (await readCategories(db, "portfolio")).filter(
    (one) => countOf(one) > 0 || one.id === category?.id,
  );
  const all: FilterLink = {
    label: "All",
    to: "/portfolio",
    count: total,
    isCurrent: !category && !isUnknown,
  };
  const filters = offered.map((one) => ({
    label: one.name,
    to: pathOf(one),
    count: countOf(one),
    isCurrent: one.id === category?.id,
  }));
  return { filters: [all, ...filters], total, count: isUnknown ? 0 : category ? countOf(category) : total };
}

function pathOf(category: Category | null): string {
  return category ? `/portfolio?${new URLSearchParams({ category: category.slug })}` : "/portfolio";
}
