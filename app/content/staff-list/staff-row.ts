import type { Database } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";
import { findPictures, type Picture } from "#app/files/pictures/picture.ts";
import { followCategoryRedirects, readCategoryRedirects } from "../categories/category-redirects.ts";
import { categoryFieldsOf, fieldsOfKind, type Kind, readStoredCard } from "../kind.ts";
import { inOrder } from "../published/cards.ts";
import { entryPath } from "../urls/slug.ts";

/** An entry as the staff's list shows it: where it stands, and what its newest version says. */
export interface StaffRow {
  id: string;
  title: string;
  /** Public path, as it is or will be. */
  path: string;
  state: State;
  /** Ids, in the order of the newest version. */
  categories: string[];
  /** Name of an icon of the curated set; empty for none. */
  icon: string;
  author: string | null;
  cover: Picture | null;
  version: number;
  position: number;
  updatedAt: string;
  publishedAt: string | null;
  publishAt: string | null;
  unpublishAt: string | null;
}

export async function readStaffRows(db: Database, kind: Kind, ids: readonly string[]): Promise<StaffRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.query
    .selectFrom("entries")
    .innerJoin("entry_versions", (join) =>
      join.onRef("entry_id", "=", "entries.id").onRef("number", "=", "latest_version"),
    )
    .select(["entries.id", "slug", "state", "position", "latest_version", "card", "entries.author_id"])
    .select(["updated_at", "published_at", "publish_at", "unpublish_at"])
    .where("entries.id", "in", [...ids])
    .execute();
  const gone = await readCategoryRedirects(db);
  const read = rows.map((row) => ({
    row,
    card: readCard(kind, followCategoryRedirects(kind, readStoredCard(kind, row.card), gone)),
  }));
  const pictures = await findPictures(
    db,
    read.flatMap(({ card }) => card.cover ?? []),
  );
  const found = read.map(({ row, card }) => ({
    id: row.id,
    path: entryPath(kind, row.slug),
    state: row.state,
    position: row.position,
    ...card,
    author: row.author_id,
    version: row.latest_version,
    cover: card.cover === null ? null : (pictures.get(card.cover) ?? null),
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
    publishAt: row.publish_at,
    unpublishAt: row.unpublish_at,
  }));
  return inOrder(ids, found);
}

/** Only data that passed the kind's schema is ever stored. */
function readCard(kind: Kind, card: Record<string, unknown>) {
  const categories = categoryFieldsOf(kind)[0]?.field ?? "";
  const [logo] = fieldsOfKind(kind).find(
    ([name, field]) => field.holds === "pictures" && field.inCard && name !== "cover",
  ) ?? [""];
  const textAt = (name: string) => {
    const value = card[name];
    return typeof value === "string" && value !== "" ? value : null;
  };
  return {
    title: textAt("title") ?? "",
    icon: textAt("icon") ?? "",
    cover: textAt("cover") ?? textAt(logo),
    categories: [card[categories] ?? []].flat().map(String),
  };
}
