import { type RawBuilder, type SqlBool, sql } from "kysely";
import { findPictures, type Picture } from "#app/domain/files/pictures/picture.ts";
import { isWholeWord, wordsOfQuery } from "#app/lib/text/words.ts";
import { cachedQuery, cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { State } from "#app/platform/database/tables/content.ts";
import { followCategoryRedirects, readCategoryRedirects } from "../categories/categories.ts";
import { categoryFieldsOf, fieldsOfKind, type Kind, readStoredCard } from "../kind.ts";
import { inOrder } from "../published/entries.ts";
import { entryPath } from "../urls/slug.ts";
import {
  firstDirectionOf,
  firstSortOf,
  type SortName,
  type StaffFilter,
  type StaffPlace,
  states,
} from "./staff-filter.ts";

export interface StaffPage {
  rows: StaffRow[];
  /** Number of entries before the first row, according to the cursor. */
  before: number;
  /** Cursors of the adjacent pages; null without one. */
  next: string | null;
  previous: string | null;
}

/** Page of a kind's entries outside the trash, including drafts. Uses keyset paging, so every page costs the same. */
export async function listForStaff(
  db: Database,
  kind: Kind,
  filter: StaffFilter = {},
  place: StaffPlace = {},
): Promise<StaffPage> {
  const { sort = firstSortOf(kind), limit: wantedLimit = 50 } = place;
  const limit = Math.min(wantedLimit, 100);
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

/** Entry as the staff list shows it: its state, and fields of its newest version. */
export interface StaffRow {
  id: string;
  title: string;
  /** Current or future public path. */
  path: string;
  state: State;
  /** Ids, in the order of the newest version. */
  categories: string[];
  /** Icon name of the curated set; empty without one. */
  icon: string;
  /** Id of the account that saved the newest version. */
  editor: string | null;
  /** Author in the form of `bylineKeyOf`. */
  byline: string;
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
    .select([
      "entries.id",
      "slug",
      "state",
      "position",
      "latest_version",
      "card",
      "entries.author_id",
      "byline",
    ])
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
    editor: row.author_id,
    byline: row.byline,
    version: row.latest_version,
    cover: card.cover === null ? null : (pictures.get(card.cover) ?? null),
    updatedAt: row.updated_at,
    publishedAt: row.published_at,
    publishAt: row.publish_at,
    unpublishAt: row.unpublish_at,
  }));
  return inOrder(ids, found);
}

/** Only data validated by the kind's schema is stored. */
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

/** Number of entries by state, outside the trash; cached until an entry of the kind changes state. */
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
    // Every state has a key.
    return Object.fromEntries(states.map((state) => [state, counts.get(state) ?? 0])) as Record<
      State,
      number
    >;
  });
}

/** Accounts that saved the newest version of an entry of a kind. */
export function listEditors(db: Database, kind: Kind): Promise<string[]> {
  return listDistinct(db, kind, sql`author_id`);
}

/** Authors in the newest versions of a kind's entries, in the form of `bylineKeyOf`. */
export function listBylines(db: Database, kind: Kind): Promise<string[]> {
  return listDistinct(db, kind, sql`byline`);
}

/** Distinct values of a column by a loose index scan, independent of the number of entries. */
async function listDistinct(db: Database, kind: Kind, column: RawBuilder<unknown>): Promise<string[]> {
  const next = (after: RawBuilder<unknown>) => sql`select ${column} from entries where kind = ${kind.name}
    and deleted_at is null and ${column} > ${after} and ${column} <> '' order by ${column} limit 1`;
  const { rows } = await sql<{ id: string }>`with recursive found(id) as (
    select (${next(sql`''`)}) union all select (${next(sql`found.id`)}) from found where found.id is not null
  ) select id from found where id is not null limit 200`.execute(db.query);
  return rows.map(({ id }) => id);
}

interface Walk {
  sort: SortName;
  direction: "asc" | "desc";
  from: StaffCursor | null;
  limit: number;
}

/** Ids of the entries after a cursor, each with its own cursor values. */
async function findMatching(
  db: Database,
  kind: Kind,
  filter: StaffFilter,
  { sort, direction, from, limit }: Walk,
): Promise<{ id: string; values: (string | number)[] }[]> {
  const columns = columnsOf(sort);
  const places = sql.join(columns.map((column, n) => sql`${column} as ${sql.ref(`c${n}`)}`));
  const order = sql.join(columns.map((column) => sql`${column} ${sql.raw(direction)}`));
  const behind = from ? sql`and ${behindPlace(sort, direction, from)}` : sql``;
  const { rows } = await sql<Record<string, string | number>>`
    select ${places} ${await matching(db, kind, filter, sort)} ${behind} order by ${order} limit ${limit}`.execute(
    db.query,
  );
  return rows.map((row) => {
    const values = columns.map((_, n) => row[`c${n}`] ?? "");
    return { id: String(values.at(-1)), values };
  });
}

/** Number of entries that match a filter; `most` + 1 means more than `most`. */
export async function countMatching(
  db: Database,
  kind: Kind,
  filter: StaffFilter,
  most = 200,
): Promise<number> {
  const limited = sql`select 1 ${await matching(db, kind, filter, "updated")} limit ${most + 1}`;
  const { rows } = await sql<{ n: number | string }>`select count(*) as n from (${limited}) as found`.execute(
    db.query,
  );
  return Number(rows[0]?.n ?? 0);
}

/** `cross join` fixes SQLite's join order: from the few ids to their entries. */
async function matching(
  db: Database,
  kind: Kind,
  filter: StaffFilter,
  sort: SortName,
): Promise<RawBuilder<unknown>> {
  const criteria = criteriaOf(kind, filter, { sort });
  const mostSelective = await findMostSelective(db, criteria);
  const rest = criteria
    .filter((one) => one !== mostSelective?.criterion)
    .map(({ holds }) => sql`and ${holds}`);
  const ofState = filter.state ? sql`and entries.state = ${filter.state}` : sql``;
  const whole = sql`entries.kind = ${kind.name} and entries.deleted_at is null ${ofState} ${sql.join(rest, sql` `)}`;
  return mostSelective
    ? sql`from (${listOf(mostSelective.ids)}) as narrowed cross join entries where entries.id = narrowed.id and ${whole}`
    : sql`from entries where ${whole}`;
}

/** Pads the list to a power of two, to limit the number of prepared statements. */
function listOf(ids: readonly string[]): RawBuilder<unknown> {
  const places = 2 ** Math.ceil(Math.log2(Math.max(ids.length, 1)));
  const [first, ...rest] = Array.from({ length: places }, (_, n) => sql`(${ids[n] ?? ""})`);
  return sql`with given(id) as (values ${sql.join([first, ...rest])}) select id from given`;
}

/**
 * Filter as a list of ids, with duplicates, and as a condition on one entry. The condition prevents both engines from
 * turning it into a join or choosing another index, because their estimates are often wrong.
 */
interface Criterion {
  ids: RawBuilder<{ id: string }>;
  holds: RawBuilder<SqlBool>;
}

/** All criteria of a filter except the state, which every order's index includes. */
function criteriaOf(kind: Kind, filter: StaffFilter, { sort }: StaffPlace): Criterion[] {
  const { search = "", category, editor, byline, since, until } = filter;
  const words = wordsOfQuery(search);
  return [
    ...(words.length > 0 ? [byWords(kind, words)] : []),
    ...(category ? [byCategory(category)] : []),
    ...(editor ? [byPerson(kind, "author_id", editor, sort === "updated")] : []),
    ...(byline ? [byPerson(kind, "byline", byline, sort === "updated")] : []),
    ...(since || until ? [byChange(kind, since ?? "", until ?? "9999", sort === "updated")] : []),
  ];
}

/** Filters with at most this many results are read first and sorted afterwards. */
const few = 1000;

/**
 * Criterion with the fewest entries and their ids, if few. Otherwise scanning in list order is cheaper, because a page
 * fills soon.
 */
async function findMostSelective(
  db: Database,
  criteria: readonly Criterion[],
): Promise<{ criterion: Criterion; ids: string[] } | null> {
  let best: { criterion: Criterion; ids: string[] } | null = null;
  for (const criterion of criteria) {
    const most: number = best?.ids.length ?? few;
    const { rows } = await sql<{ id: string }>`${criterion.ids} limit ${most + 1}`.execute(db.query);
    if (rows.length <= most) best = { criterion, ids: [...new Set(rows.map(({ id }) => id))] };
    if (rows.length === 0) break;
  }
  return best;
}

/** Looks up the longest word, likely the rarest, and checks the others in its results. */
function byWords(kind: Kind, words: readonly string[]): Criterion {
  const begins = (word: string) =>
    isWholeWord(word) ? sql`word = ${word}` : sql`word >= ${word} and word <= ${`${word}\u{10ffff}`}`;
  const has = (id: RawBuilder<unknown>) => (word: string) =>
    sql`(select count(*) from entry_title_words where entry_id = ${id} and ${begins(word)}) > 0`;
  const [first = "", ...rest] = words.toSorted((one, other) => other.length - one.length);
  const others = rest.map((word) => sql`and ${has(sql`found.entry_id`)(word)}`);
  return {
    ids: sql`select entry_id as id from entry_title_words as found
      where kind = ${kind.name} and ${begins(first)} ${sql.join(others, sql` `)}`,
    holds: sql`${sql.join(words.map(has(sql`entries.id`)), sql` and `)}`,
  };
}

function byCategory(id: string): Criterion {
  return {
    ids: sql`select from_entry as id from entry_links where to_type = 'category' and to_id = ${id}`,
    holds: sql`(select count(*) from entry_links where from_entry = entries.id
      and coalesce(to_type, '') = 'category' and coalesce(to_id, '') = ${id}) > 0`,
  };
}

/** The column's index is ordered by change time only, so it helps in no other order. */
function byPerson(kind: Kind, column: "author_id" | "byline", person: string, isInOrder: boolean): Criterion {
  const value = sql.ref(`entries.${column}`);
  return {
    ids: sql`select id from entries where kind = ${kind.name} and ${value} = ${person}
      and ${value} <> '' and deleted_at is null`,
    holds: isInOrder ? sql`${value} = ${person}` : sql`coalesce(${value}, '') = ${person}`,
  };
}

function byChange(kind: Kind, since: string, until: string, isInOrder: boolean): Criterion {
  const moment = isInOrder ? sql`entries.updated_at` : sql`coalesce(entries.updated_at, '')`;
  return {
    ids: sql`select id from entries where kind = ${kind.name} and updated_at >= ${since} and updated_at < ${until} and deleted_at is null`,
    holds: sql`${moment} >= ${since} and ${moment} < ${until}`,
  };
}

type Value = string | number;

/** Columns of each order; the id at the end makes rows unique. Each has an index. */
const columns: Record<SortName, readonly RawBuilder<Value>[]> = {
  updated: [sql`entries.updated_at`, sql`entries.id`],
  title: [sql`entries.title_key`, sql`entries.id`],
  published: [sql`coalesce(entries.published_at, '')`, sql`entries.id`],
  position: [sql`entries.position`, sql`entries.id`],
  state: [sql`entries.state`, sql`entries.updated_at`, sql`entries.id`],
};

/** Cursor: values of a row in the list's order, and the number of rows before it. */
interface StaffCursor {
  values: Value[];
  at: number;
}

function columnsOf(sort: SortName): readonly RawBuilder<Value>[] {
  return columns[sort];
}

/** Rows after a cursor in one direction. */
function behindPlace(
  sort: SortName,
  direction: "asc" | "desc",
  { values }: StaffCursor,
): RawBuilder<SqlBool> {
  const sign = sql.raw(direction === "asc" ? ">" : "<");
  return sql<SqlBool>`(${sql.join(columns[sort])}) ${sign} (${sql.join(values)})`;
}

function writeStaffCursor(sort: SortName, { values, at }: StaffCursor): string {
  return Buffer.from(JSON.stringify([sort, at, ...values])).toString("base64url");
}

/** Reads a received cursor; null if malformed or of another order. */
function readStaffCursor(sort: SortName, text: string): StaffCursor | null {
  if (!/^[\w-]{8,1200}$/.test(text)) return null;
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(read)) return null;
    const [name, at, ...values] = read;
    const isRight =
      values.length === columns[sort].length &&
      values.every((value, n) => typeof value === (sort === "position" && n === 0 ? "number" : "string")) &&
      values.every((value) => typeof value === "string" || Number.isSafeInteger(value)) &&
      !values.some((value) => String(value).includes("\0"));
    return name === sort && Number.isSafeInteger(at) && at >= 0 && isRight ? { values, at } : null;
  } catch {
    return null;
  }
}
