import type { Database } from "#app/database/database.ts";
import type { Direction } from "#app/database/paging.ts";
import { findPictures } from "#app/files/pictures/picture.ts";
import { minutesToRead } from "#app/rich-text/text.ts";
import { followCategoryRedirects, readCategoryRedirects } from "../categories/category-redirects.ts";
import { coverIdOf, galleryFieldOf } from "../cover.ts";
import { type Card, type EntryRow, headColumns, presentEntryHead } from "../entry.ts";
import { type Kind, readStoredCard, readStoredData } from "../kind.ts";

/** Public entries of a kind: those that have a live version and are not in the trash. */
export function published(db: Database, kind: Kind) {
  return db.query
    .selectFrom("entries")
    .where("entries.kind", "=", kind.name)
    .where("deleted_at", "is", null)
    .where("live_version", "is not", null);
}

/** Public entries of a kind with what lists show of their live version. */
export function publishedCards(db: Database, kind: Kind) {
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

export async function presentCards<K extends Kind>(
  db: Database,
  kind: K,
  rows: CardRow[],
): Promise<Card<K>[]> {
  const gone = await readCategoryRedirects(db);
  const cards = rows.map((row) => ({
    ...presentEntryHead(kind, row),
    minutes: minutesToRead(row.words),
    data: followCategoryRedirects(kind, readStoredCard(kind, row.card), gone),
  }));
  const stands = await readStandIns(
    db,
    kind,
    cards.flatMap((card) => (card.data.cover === null ? card.id : [])),
  );
  const coverOf = (card: (typeof cards)[number]) => card.data.cover ?? stands.get(card.id) ?? "";
  const pictures = await findPictures(db, cards.map(coverOf));
  return cards.map((card) => ({ ...card, cover: pictures.get(coverOf(card)) ?? null }));
}

/** The first picture of each gallery, by entry, for those without a cover; a card does not hold the gallery. */
async function readStandIns(db: Database, kind: Kind, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0 || galleryFieldOf(kind) === null) return new Map();
  const rows = await publishedCards(db, kind)
    .clearSelect()
    .select(["entries.id", "data"])
    .where("entries.id", "in", [...ids])
    .execute();
  return new Map(
    rows.flatMap(({ id, data }) => {
      const cover = coverIdOf(kind, readStoredData(kind, data));
      return cover === null ? [] : [[id, cover] as const];
    }),
  );
}

/** What was found, in the order it was asked for; what was not found is left out. */
export function inOrder<Found extends { id: string }>(ids: readonly string[], found: Found[]): Found[] {
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Which way the public reads the kind's list. */
export function directionOf(kind: Kind): Direction {
  return kind.order === "position" ? "asc" : "desc";
}
