import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { wordsOfQuery } from "#app/text/words.ts";
import type { Kind } from "../kind.ts";
import type { SortName, StaffFilter, StaffPlace } from "./staff-filter.ts";

interface Walk {
  sort: SortName;
  direction: "asc" | "desc";
  from: StaffCursor | null;
  limit: number;
}

/** Ids of the entries that stand behind a place of the list, each with its own place in it. */
export async function findMatching(
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

/** How many entries a filter leaves; `most` + 1 stands for more than `most`. */
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

/** `cross join` keeps SQLite to the order given here: from the few to their entries. */
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

/** As many places as the next power of two, so that few different statements have to be prepared and kept. */
function listOf(ids: readonly string[]): RawBuilder<unknown> {
  const places = 2 ** Math.ceil(Math.log2(Math.max(ids.length, 1)));
  const [first, ...rest] = Array.from({ length: places }, (_, n) => sql`(${ids[n] ?? ""})`);
  return sql`with given(id) as (values ${sql.join([first, ...rest])}) select id from given`;
}

/**
 * One filter, said twice: the ids it leaves, some more than once, and what holds for one entry. The latter is put so that neither
 * engine makes a join of it or takes another index than the order's: what they guess of the tables is often far off.
 */
interface Criterion {
  ids: RawBuilder<{ id: string }>;
  holds: RawBuilder<SqlBool>;
}

/** All of a filter but the state, which every order's index knows. */
function criteriaOf(kind: Kind, filter: StaffFilter, { sort }: StaffPlace): Criterion[] {
  const { search = "", category, author, since, until } = filter;
  const words = wordsOfQuery(search);
  return [
    ...(words.length > 0 ? [byWords(kind, words)] : []),
    ...(category ? [byCategory(category)] : []),
    ...(author ? [byAuthor(kind, author, sort === "updated")] : []),
    ...(since || until ? [byChange(kind, since ?? "", until ?? "9999", sort === "updated")] : []),
  ];
}

/** What leaves at most so many entries is read first and then put in order. */
const few = 1000;

/**
 * The criterion that leaves the fewest entries, and their ids, if those are few. Otherwise it is cheaper to walk along the
 * order and look at each entry: many match, so that a page is soon full.
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

/** The first word is looked up, the others are looked for in what it found: the longest word is likely the rarest. */
function byWords(kind: Kind, words: readonly string[]): Criterion {
  const begins = (word: string) => sql`word >= ${word} and word <= ${`${word}\u{10ffff}`}`;
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

/** The index of authors is ordered by the moment of change alone; in another order it would only lead astray. */
function byAuthor(kind: Kind, author: string, isInOrder: boolean): Criterion {
  return {
    ids: sql`select id from entries where kind = ${kind.name} and author_id = ${author} and deleted_at is null`,
    holds: isInOrder ? sql`entries.author_id = ${author}` : sql`coalesce(entries.author_id, '') = ${author}`,
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

/** The columns of an order; the last is the id, so that no two entries share a place. Each has an index. */
const columns: Record<SortName, readonly RawBuilder<Value>[]> = {
  updated: [sql`entries.updated_at`, sql`entries.id`],
  title: [sql`entries.title_key`, sql`entries.id`],
  published: [sql`coalesce(entries.published_at, '')`, sql`entries.id`],
  position: [sql`entries.position`, sql`entries.id`],
  state: [sql`entries.state`, sql`entries.updated_at`, sql`entries.id`],
};

/** A place in the list: the values of a row in the list's order, and how many rows stand before it. */
interface StaffCursor {
  values: Value[];
  at: number;
}

function columnsOf(sort: SortName): readonly RawBuilder<Value>[] {
  return columns[sort];
}

/** Rows behind a place, walking in one direction. */
function behindPlace(
  sort: SortName,
  direction: "asc" | "desc",
  { values }: StaffCursor,
): RawBuilder<SqlBool> {
  const sign = sql.raw(direction === "asc" ? ">" : "<");
  return sql<SqlBool>`(${sql.join(columns[sort])}) ${sign} (${sql.join(values)})`;
}

export function writeStaffCursor(sort: SortName, { values, at }: StaffCursor): string {
  return Buffer.from(JSON.stringify([sort, at, ...values])).toString("base64url");
}

/** Reads a cursor that came back; null when it is none of ours, or of another order. */
export function readStaffCursor(sort: SortName, text: string): StaffCursor | null {
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
