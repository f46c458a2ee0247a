import type { Database } from "#app/database/database.ts";
import type { Direction } from "#app/database/paging.ts";
import { findPictures } from "#app/files/pictures/picture.ts";
import { minutesToRead } from "#app/rich-text/text.ts";
import { followCategoryRedirects, readCategoryRedirects } from "../categories/category-redirects.ts";
import { type Card, type EntryRow, headColumns, presentEntryHead } from "../entry.ts";
import type { CardDataOf, Kind } from "../kind.ts";

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
  // Only data that passed the kind's schema is ever stored.
  const read = (row: CardRow) => JSON.parse(row.card) as CardDataOf<K> & { cover: string | null };
  const gone = await readCategoryRedirects(db);
  const cards = rows.map((row) => ({
    ...presentEntryHead(kind, row),
    minutes: minutesToRead(row.words),
    data: followCategoryRedirects(kind, read(row), gone),
  }));
  const pictures = await findPictures(
    db,
    cards.flatMap((card) => card.data.cover ?? []),
  );
  return cards.map((card) => ({
    ...card,
    cover: card.data.cover === null ? null : (pictures.get(card.data.cover) ?? null),
  }));
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
