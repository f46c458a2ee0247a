import { listCategories } from "#app/content/categories/categories.ts";
import type { Card } from "#app/content/entry.ts";
import { client } from "#app/content/kinds/client.ts";
import { portfolio } from "#app/content/kinds/portfolio.ts";
import { listByIds } from "#app/content/published/entries.ts";
import { readPublished } from "#app/content/published/read-published.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import type { Picture } from "#app/files/pictures/picture.ts";

/** A case study as lists show it. */
export interface PieceFacts {
  title: string;
  path: string;
  summary: string;
  /** Client, first category and year, as far as they are known. */
  who: string;
  /** The first of its results in numbers. */
  figure: Figure | null;
  cover: Picture | null;
}

interface Figure {
  value: string;
  label: string;
}

/** What a page with case studies shows besides its own. */
export const pieceLabels = [
  cacheTags.list("portfolio"),
  cacheTags.list("client"),
  cacheTags.categories("portfolio"),
  cacheTags.files,
];

/** Case studies with the names of their clients and categories. */
export async function presentPieces(
  db: Database,
  cards: readonly Card<typeof portfolio>[],
): Promise<PieceFacts[]> {
  if (cards.length === 0) return [];
  const ids = new Set(cards.flatMap(({ data }) => data.client ?? []));
  const clients = new Map((await listByIds(db, client, [...ids])).map(({ id, title }) => [id, title]));
  const categories = new Map((await listCategories(db, "portfolio")).map(({ id, name }) => [id, name]));
  const whole = await readPublished(
    db,
    portfolio,
    cards.map(({ id }) => id),
  );
  const figures = new Map(whole.map(({ id, data }) => [id, data.numbers.find(({ value }) => value)]));
  return cards.map(({ id, title, path, data, cover }) => ({
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
    figure: figures.get(id) ?? null,
    cover,
  }));
}
