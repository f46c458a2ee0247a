import { findPictures } from "#app/domain/files/pictures/picture.ts";
import { minutesToRead } from "#app/lib/rich-text/text.ts";
import { cachedById, cachedQuery, cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { applyKeyset, type Direction, readPage } from "#app/platform/database/paging.ts";
import { withBreaks } from "#app/platform/jobs/background-work.ts";
import {
  type CategoryRedirects,
  followCategoryRedirects,
  readCategoryRedirects,
} from "../categories/categories.ts";
import {
  type Card,
  type CoverlessCard,
  type Entry,
  type EntryRow,
  headColumns,
  presentEntryHead,
} from "../entry.ts";
import { coverIdOf, galleryFieldOf, type Kind, readStoredCard, readStoredData } from "../kind.ts";
import { entryPath, slugKey, toSlug } from "../urls/slug.ts";

export interface ListOptions {
  /** Only entries with this value in this field: a category id, a tag or a type. */
  facet?: { field: string; value: string };
  /** Cursor of the adjacent page. */
  after?: string;
  before?: string;
  /** At most 100. */
  limit?: number;
}

interface Listed<One> extends NeighbouringPages {
  cards: One[];
}

export interface NeighbouringPages {
  /** Cursors of the adjacent pages; null without one. */
  next: string | null;
  previous: string | null;
}

/** Page of a kind's public entries in the kind's order. Uses keyset paging, so every page costs the same. */
export async function listPublished<K extends Kind>(
  db: Database,
  kind: K,
  options: ListOptions = {},
): Promise<Listed<Card<K>>> {
  const { cards, ...places } = await listWithoutCovers(db, kind, options);
  return { cards: await addCovers(db, kind, cards), ...places };
}

/** `listPublished` without covers, for lists without pictures or with few (`addCovers`). */
export async function listWithoutCovers<K extends Kind>(
  db: Database,
  kind: K,
  options: ListOptions = {},
): Promise<Listed<CoverlessCard<K>>> {
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

/** Public entries by id, in the given order; others are omitted. */
export async function listByIds<K extends Kind>(
  db: Database,
  kind: K,
  ids: readonly string[],
): Promise<Card<K>[]> {
  return addCovers(db, kind, await listByIdsWithoutCovers(db, kind, ids));
}

/**
 * `listByIds` without covers; cached until public data of the kind changes. Saving a draft changes only `updatedAt`.
 */
export async function listByIdsWithoutCovers<K extends Kind>(
  db: Database,
  kind: K,
  ids: readonly string[],
): Promise<CoverlessCard<K>[]> {
  const found = await cachedById(
    db,
    `cards of ${kind.name}`,
    [cacheTags.list(kind.name)],
    ids,
    async (missing) =>
      presentCards(db, kind, await publishedCards(db, kind).where("entries.id", "in", missing).execute()),
  );
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Public entries whose public version references the given entry by `field`, in the kind's order. */
export async function listLinkingTo<K extends Kind>(
  db: Database,
  kind: K,
  field: string,
  id: string,
  limit: number,
): Promise<CoverlessCard<K>[]> {
  const linking = db.query
    .selectFrom("entry_links")
    .select("from_entry")
    // The index starts with the type.
    .where("to_type", "=", "entry")
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

/** Ids of public entries whose public version references any of these by `field`, newest first. */
export async function listIdsLinkingTo(
  { query }: Database,
  field: string,
  ids: readonly string[],
  limit: number,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await query
    .selectFrom("entry_links")
    .innerJoin("entries", "entries.id", "from_entry")
    .select("from_entry as id")
    .where("to_type", "=", "entry")
    .where("to_id", "in", ids)
    .where("field", "=", field)
    .where("is_live", "=", 1)
    .orderBy("entries.sort_key", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Previous and next entry of the public list. */
export async function findNeighbours<K extends Kind>(
  db: Database,
  kind: K,
  place: Pick<Entry, "id" | "sortKey">,
): Promise<{ previous: CoverlessCard<K> | null; next: CoverlessCard<K> | null }> {
  const { query, sortKey, idColumn } = cardsOf(db, kind);
  const readNext = async (towards: Direction) => {
    const found = await applyKeyset(query, { sortKey, id: idColumn }, { place, towards, limit: 1 }).execute();
    const [card] = await presentCards(db, kind, found);
    return card ?? null;
  };
  const forwards = directionOf(kind);
  return {
    previous: await readNext(forwards === "asc" ? "desc" : "asc"),
    next: await readNext(forwards),
  };
}

/**
 * Public entry by slug. `redirectTo` is its canonical path if the slug has another spelling or is a former one
 * (`isFormer`).
 */
export async function findPublished<K extends Kind>(
  db: Database,
  kind: K,
  slug: string,
): Promise<{ entry: Entry<K> } | { redirectTo: string; isFormer: boolean } | null> {
  const key = slugKey(toSlug(slug));
  const row = await publishedEntries(db, kind).where("slug_key", "=", key).executeTakeFirst();
  if (!row) return findByFormerSlug(db, kind, key);
  if (row.slug !== slug) return { redirectTo: presentEntryHead(kind, row).path, isFormer: false };
  return { entry: presentEntry(kind, row, await readCategoryRedirects(db)) };
}

async function findByFormerSlug(
  db: Database,
  kind: Kind,
  key: string,
): Promise<{ redirectTo: string; isFormer: true } | null> {
  const row = await published(db, kind)
    .innerJoin("former_slugs", "former_slugs.entry_id", "entries.id")
    .where("former_slugs.kind", "=", kind.name)
    .where("former_slugs.slug_key", "=", key)
    .select(headColumns)
    .executeTakeFirst();
  return row ? { redirectTo: presentEntryHead(kind, row).path, isFormer: true } : null;
}

/** Public entries of a kind or facet, with the columns that an index orders them by. */
function cardsOf(db: Database, kind: Kind, facet?: ListOptions["facet"]) {
  if (!facet) return { query: publishedCards(db, kind), sortKey: "entries.sort_key", idColumn: "entries.id" };
  const query = publishedCards(db, kind)
    .innerJoin("entry_facets", "entry_facets.entry_id", "entries.id")
    .where("entry_facets.kind", "=", kind.name)
    .where("entry_facets.field", "=", facet.field)
    .where("entry_facets.value_key", "=", slugKey(facet.value));
  return { query, sortKey: "entry_facets.sort_key", idColumn: "entry_facets.entry_id" };
}

/** Public entries in full by id, in the given order; others are omitted. */
export async function readPublished<K extends Kind>(
  db: Database,
  kind: K,
  ids: readonly string[],
): Promise<Entry<K>[]> {
  if (ids.length === 0) return [];
  const rows = await publishedEntries(db, kind)
    .where("entries.id", "in", [...ids])
    .execute();
  const gone = await readCategoryRedirects(db);
  return inOrder(
    ids,
    rows.map((row) => presentEntry(kind, row, gone)),
  );
}

/** Feed ids of these entries on a former site, if any. */
export async function readGuids(
  { query }: Database,
  ids: readonly string[],
): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const rows = await query.selectFrom("entries").select(["id", "guid"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, guid }) => [id, guid]));
}

/** Public entries of a kind with the complete public version. */
function publishedEntries(db: Database, kind: Kind) {
  return published(db, kind)
    .innerJoin("entry_versions", (join) =>
      join.onRef("entry_versions.entry_id", "=", "entries.id").onRef("number", "=", "live_version"),
    )
    .select([...headColumns, "data", "words", "entries.sort_key"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof publishedEntries>["execute"]>>[number];

function presentEntry<K extends Kind>(kind: K, row: Row, gone: CategoryRedirects): Entry<K> {
  const data = followCategoryRedirects(kind, readStoredData(kind, row.data), gone);
  const { words, sort_key: sortKey } = row;
  return { ...presentEntryHead(kind, row), sortKey, words, minutes: minutesToRead(words), data };
}

/** Public entries of a kind: with a public version and outside the trash. */
function published(db: Database, kind: Kind) {
  return db.query
    .selectFrom("entries")
    .where("entries.kind", "=", kind.name)
    .where("deleted_at", "is", null)
    .where("live_version", "is not", null);
}

/** Public entries of a kind with the list fields of their public version. */
function publishedCards(db: Database, kind: Kind) {
  return published(db, kind)
    .innerJoin("entry_versions", (join) =>
      join.onRef("entry_versions.entry_id", "=", "entries.id").onRef("number", "=", "live_version"),
    )
    .select([...headColumns, "card", "words", "entries.sort_key"]);
}

type CardRow = Pick<
  EntryRow,
  "id" | "slug" | "title" | "position" | "published_at" | "updated_at" | "sort_key"
> & { card: string; words: number };

async function presentCards<K extends Kind>(
  db: Database,
  kind: K,
  rows: readonly CardRow[],
): Promise<CoverlessCard<K>[]> {
  const gone = await readCategoryRedirects(db);
  return rows.map((row) => ({
    ...presentEntryHead(kind, row),
    minutes: minutesToRead(row.words),
    data: followCategoryRedirects(kind, readStoredCard(kind, row.card), gone),
  }));
}

/** Adds to each card its cover or, without one, the first picture of its gallery. */
export async function addCovers<K extends Kind>(
  db: Database,
  kind: K,
  cards: readonly CoverlessCard<K>[],
): Promise<Card<K>[]> {
  const fallbacks = await readFirstPictures(
    db,
    kind,
    cards.flatMap((card) => (card.data.cover === null ? card.id : [])),
  );
  const coverOf = (card: CoverlessCard<K>) => card.data.cover ?? fallbacks.get(card.id)?.cover ?? "";
  const pictures = await findPictures(db, cards.map(coverOf));
  return cards.map((card) => ({ ...card, cover: pictures.get(coverOf(card)) ?? null }));
}

interface GalleryCover {
  /** Id of the entry. */
  id: string;
  /** Id of the picture; null if the gallery is empty too. */
  cover: string | null;
}

/** First gallery picture by entry, for entries without a cover; cards do not include the gallery. */
async function readFirstPictures(
  db: Database,
  kind: Kind,
  ids: readonly string[],
): Promise<ReadonlyMap<string, GalleryCover>> {
  if (ids.length === 0 || galleryFieldOf(kind) === null) return new Map();
  const tags = [cacheTags.list(kind.name)];
  return cachedById(db, `fallback covers of ${kind.name}`, tags, ids, async (missing) => {
    const rows = await publishedCards(db, kind)
      .clearSelect()
      .select(["entries.id", "data"])
      .where("entries.id", "in", missing)
      .execute();
    return rows.map(({ id, data }) => ({ id, cover: coverIdOf(kind, readStoredData(kind, data)) }));
  });
}

/** Sorts found records into the order of the ids; missing ones are omitted. */
export function inOrder<Found extends { id: string }>(ids: readonly string[], found: Found[]): Found[] {
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Direction of the kind's public list. */
function directionOf(kind: Kind): Direction {
  return kind.order === "position" ? "asc" : "desc";
}

/** Maximum number of rows per query, to limit blocking of other requests. */
const atOnce = 200;

/**
 * Paths of public entries in list order, oldest first: part `n` (from 1) of `size` each. Reads in batches that yield to
 * requests. @param only ids to choose from
 */
export async function* listAddresses(
  db: Database,
  kind: Kind,
  { part, size, only }: { part: number; size: number; only?: readonly string[] | undefined },
): AsyncGenerator<{ path: string; updatedAt: string }> {
  if (only?.length === 0) return;
  const all = published(db, kind);
  // Uses only the index entries_public.
  const ids = await (only ? all.where("entries.id", "in", [...only]) : all)
    .select("entries.id")
    .orderBy("sort_key")
    .orderBy("entries.id")
    .limit(size)
    .offset((part - 1) * size)
    .execute();
  const starts = Array.from({ length: Math.ceil(ids.length / atOnce) }, (_, slice) => slice * atOnce);
  for await (const start of withBreaks(starts)) {
    const slice = ids.slice(start, start + atOnce).map(({ id }) => id);
    // Selects by id alone: with further conditions SQLite scans an index of the whole kind.
    const rows = await db.query
      .selectFrom("entries")
      .select(["id", "slug", "updated_at"])
      .where("id", "in", slice)
      .execute();
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const id of slice) {
      const row = byId.get(id);
      if (row) yield { path: entryPath(kind, row.slug), updatedAt: row.updated_at };
    }
  }
}

interface FacetCount {
  /** Key in the address of the filter: folded tag or type, or category id. */
  key: string;
  /** Value as written. */
  value: string;
  count: number;
}

/**
 * Public entries per value of a field, highest first. Reads counts maintained on publish; cached until public data of
 * the kind changes.
 */
export function countFacet(
  db: Database,
  kind: Kind,
  field: string,
  limit = 200,
): Promise<readonly FacetCount[]> {
  return cachedQuery(db, `counts of ${kind.name} by ${field}, ${limit}`, [cacheTags.list(kind.name)], () =>
    db.query
      .selectFrom("facet_counts")
      .select(["value_key as key", "value", "count"])
      .where("kind", "=", kind.name)
      .where("field", "=", field)
      .where("count", ">", 0)
      .orderBy("count", "desc")
      .orderBy("value_key")
      .limit(limit)
      .execute(),
  );
}

/** Number of public entries of a kind. */
export async function countPublished(db: Database, kind: Kind): Promise<number> {
  const [whole] = await countFacet(db, kind, "", 1);
  return whole?.count ?? 0;
}

/** Number of public entries with one value of a field. */
export async function countValue(db: Database, kind: Kind, field: string, value: string): Promise<number> {
  const row = await db.query
    .selectFrom("facet_counts")
    .select("count")
    .where("kind", "=", kind.name)
    .where("field", "=", field)
    .where("value_key", "=", slugKey(value))
    .executeTakeFirst();
  return row?.count ?? 0;
}
