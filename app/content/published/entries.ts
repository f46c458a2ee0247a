import type { Database } from "#app/database/database.ts";
import { type Direction, readPage, walk } from "#app/database/paging.ts";
import { readCategoryRedirects } from "../categories/category-redirects.ts";
import { type Card, type Entry, headColumns, presentEntryHead } from "../entry.ts";
import type { Kind } from "../kind.ts";
import { slugKey } from "../urls/slug.ts";
import { directionOf, inOrder, presentCards, published, publishedCards } from "./cards.ts";
import { presentEntry, publishedEntries } from "./read-published.ts";

export interface ListOptions {
  /** Only entries that hold this value in this field: a category's id, a tag, a type. */
  facet?: { field: string; value: string };
  /** Cursor of the page before, or after, the one wanted. */
  after?: string;
  before?: string;
  /** At most 100. */
  limit?: number;
}

export interface Listed<K extends Kind> {
  cards: Card<K>[];
  /** Cursors of the neighbouring pages, null where there is none. */
  next: string | null;
  previous: string | null;
}

/** One page of the public entries of a kind, in the kind's order; paged by place, so that the last page costs what the first does. */
export async function listPublished<K extends Kind>(
  db: Database,
  kind: K,
  options: ListOptions = {},
): Promise<Listed<K>> {
  const { facet, after, before, limit = kind.pageSize } = options;
  const { query, sortKey, idColumn } = cardsOf(db, kind, facet);
  const { rows, next, previous } = await readPage(
    query,
    { after, before, limit },
    {
      direction: directionOf(kind),
      sortKey,
      id: idColumn,
      sortKeyOf: (row) => row.sort_key,
    },
  );
  return { cards: await presentCards(db, kind, rows), next, previous };
}

/** Public entries by id, in the order asked for; those that are not public are left out. */
export async function listByIds<K extends Kind>(
  db: Database,
  kind: K,
  ids: readonly string[],
): Promise<Card<K>[]> {
  if (ids.length === 0) return [];
  const rows = await publishedCards(db, kind)
    .where("entries.id", "in", [...ids])
    .execute();
  return inOrder(ids, await presentCards(db, kind, rows));
}

/** Public entries of a kind whose live version links to the given entry by `field`, in the kind's order. */
export async function listLinkingTo<K extends Kind>(
  db: Database,
  kind: K,
  field: string,
  id: string,
  limit: number,
): Promise<Card<K>[]> {
  const linking = db.query
    .selectFrom("entry_links")
    .select("from_entry")
    .where("to_id", "=", id)
    .where("field", "=", field)
    .where("is_live", "=", 1);
  const rows = await publishedCards(db, kind)
    .where("entries.id", "in", linking)
    .orderBy("entries.sort_key", directionOf(kind))
    .limit(limit)
    .execute();
  return presentCards(db, kind, rows);
}

/** The entries just before and just after a place in the public list. */
export async function findNeighbours<K extends Kind>(
  db: Database,
  kind: K,
  id: string,
): Promise<{ previous: Card<K> | null; next: Card<K> | null }> {
  const row = await db.query.selectFrom("entries").select("sort_key").where("id", "=", id).executeTakeFirst();
  if (!row) return { previous: null, next: null };
  const place = { sortKey: row.sort_key, id };
  const { query, sortKey, idColumn } = cardsOf(db, kind);
  const readNext = async (towards: Direction) => {
    const found = await walk(query, { sortKey, id: idColumn }, { place, towards, limit: 1 }).execute();
    const [card] = await presentCards(db, kind, found);
    return card ?? null;
  };
  const forwards = directionOf(kind);
  return {
    previous: await readNext(forwards === "asc" ? "desc" : "asc"),
    next: await readNext(forwards),
  };
}

/** A public entry by its address part; `moved` is its right path when it was asked for by another form or a former title (`isFormer`). */
export async function findPublished<K extends Kind>(
  db: Database,
  kind: K,
  slug: string,
): Promise<{ entry: Entry<K> } | { moved: string; isFormer: boolean } | null> {
  const key = slugKey(slug);
  const row = await publishedEntries(db, kind).where("slug_key", "=", key).executeTakeFirst();
  if (!row) return findByFormerSlug(db, kind, key);
  if (row.slug !== slug) return { moved: presentEntryHead(kind, row).path, isFormer: false };
  return { entry: presentEntry(kind, row, await readCategoryRedirects(db)) };
}

async function findByFormerSlug(
  db: Database,
  kind: Kind,
  key: string,
): Promise<{ moved: string; isFormer: true } | null> {
  const row = await published(db, kind)
    .innerJoin("former_slugs", "former_slugs.entry_id", "entries.id")
    .where("former_slugs.kind", "=", kind.name)
    .where("former_slugs.slug_key", "=", key)
    .select(headColumns)
    .executeTakeFirst();
  return row ? { moved: presentEntryHead(kind, row).path, isFormer: true } : null;
}

/** Public entries of a kind, or of one facet of it, and the columns an index has them in order by. */
function cardsOf(db: Database, kind: Kind, facet?: ListOptions["facet"]) {
  if (!facet) return { query: publishedCards(db, kind), sortKey: "entries.sort_key", idColumn: "entries.id" };
  const query = publishedCards(db, kind)
    .innerJoin("entry_facets", "entry_facets.entry_id", "entries.id")
    .where("entry_facets.kind", "=", kind.name)
    .where("entry_facets.field", "=", facet.field)
    .where("entry_facets.value_key", "=", slugKey(facet.value));
  return { query, sortKey: "entry_facets.sort_key", idColumn: "entry_facets.entry_id" };
}
