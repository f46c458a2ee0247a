import { sql } from "kysely";
import { cachedQuery, cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";
import { findPictures, type Picture } from "#app/files/pictures/picture.ts";
import { followCategoryRedirects, readCategoryRedirects } from "../categories/categories.ts";
import { categoryFieldsOf, fieldsOfKind, type Kind, readStoredCard } from "../kind.ts";
import { inOrder } from "../published/entries.ts";
import { entryPath } from "../urls/slug.ts";
import { findMatching, readStaffCursor, writeStaffCursor } from "./find-matching.ts";
import { firstDirectionOf, firstSortOf, type StaffFilter, type StaffPlace, states } from "./staff-filter.ts";

export interface StaffPage {
  rows: StaffRow[];
  /** How many entries of the list stood before the first of these when they were counted on the way here. */
  before: number;
  /** Cursors of the neighbouring pages, null where there is none. */
  next: string | null;
  previous: string | null;
}

/** One page of a kind's entries outside the trash, drafts and all; paged by place, so that the last page costs what the first does. */
export async function listForStaff(
  db: Database,
  kind: Kind,
  filter: StaffFilter = {},
  place: StaffPlace = {},
): Promise<StaffPage> {
  const { sort = firstSortOf(kind), limit: asked = 50 } = place;
  const limit = Math.min(asked, 100);
  const forwards = place.direction ?? firstDirectionOf(sort);
  const isBack = place.before !== undefined;
  const from = readStaffCursor(sort, place.before ?? place.after ?? "");
  const direction = isBack ? opposite[forwards] : forwards;
  const found = await findMatching(db, kind, filter, { sort, direction, from, limit: limit + 1 });
  const hasMore = found.length > limit;
  const page = found.slice(0, limit);
  if (isBack) page.reverse();
  const before = countBefore(from?.at ?? null, isBack, page.length);
  const cursorAt = (n: number) => {
    const one = page.at(n);
    if (!one) return null;
    return writeStaffCursor(sort, { values: one.values, at: before + (n < 0 ? page.length - 1 : n) });
  };
  return {
    rows: await readStaffRows(
      db,
      kind,
      page.map(({ id }) => id),
    ),
    before,
    next: isBack || hasMore ? cursorAt(-1) : null,
    previous: (isBack ? hasMore : from !== null) ? cursorAt(0) : null,
  };
}

const opposite = { asc: "desc", desc: "asc" } as const;

function countBefore(at: number | null, isBack: boolean, length: number): number {
  if (at === null) return 0;
  return isBack ? Math.max(at - length, 0) : at + 1;
}

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

async function readStaffRows(db: Database, kind: Kind, ids: readonly string[]): Promise<StaffRow[]> {
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

/** How many entries of a kind are in each state; the trash is not counted. Counted again only when one has changed its state. */
export function countStates(db: Database, kind: Kind): Promise<Record<State, number>> {
  return cachedQuery(db, `states of ${kind.name}`, [cacheTags.states(kind.name)], async () => {
    const rows = await db.query
      .selectFrom("entries")
      .select((eb) => ["state", eb.fn.countAll().as("count")])
      .where("kind", "=", kind.name)
      .where("deleted_at", "is", null)
      .groupBy("state")
      .execute();
    const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
    // Every state has its key here.
    return Object.fromEntries(states.map((state) => [state, counts.get(state) ?? 0])) as Record<
      State,
      number
    >;
  });
}

/** Everybody who wrote the newest version of some entry of a kind; found by leaps along the index, however many entries there are. */
export async function listAuthors(db: Database, kind: Kind): Promise<string[]> {
  const next = (after: ReturnType<typeof sql>) => sql`select author_id from entries
    where kind = ${kind.name} and deleted_at is null and author_id > ${after} order by author_id limit 1`;
  const { rows } = await sql<{ id: string }>`with recursive authors(id) as (
    select (${next(sql`''`)}) union all select (${next(sql`authors.id`)}) from authors where authors.id is not null
  ) select id from authors where id is not null limit 200`.execute(db.query);
  return rows.map(({ id }) => id);
}
