import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { wordsOfQuery } from "#app/text/words.ts";
import type { Kind } from "../kind.ts";
import type { StaffFilter, StaffPlace } from "./staff-filter.ts";

/**
 * One filter, said twice: the ids it leaves, some more than once, and what holds for one entry. The latter is put so that neither
 * engine makes a join of it or takes another index than the order's: what they guess of the tables is often far off.
 */
export interface Narrowing {
  ids: RawBuilder<{ id: string }>;
  holds: RawBuilder<SqlBool>;
}

/** All of a filter but the state, which every order's index knows. */
export function narrowingsOf(kind: Kind, filter: StaffFilter, { sort }: StaffPlace): Narrowing[] {
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
 * The narrowing that leaves the fewest entries, and their ids, if those are few. Otherwise it is cheaper to walk along the
 * order and look at each entry: many match, so that a page is soon full.
 */
export async function findNarrowest(
  db: Database,
  narrowings: readonly Narrowing[],
): Promise<{ narrowing: Narrowing; ids: string[] } | null> {
  let best: { narrowing: Narrowing; ids: string[] } | null = null;
  for (const narrowing of narrowings) {
    const most: number = best?.ids.length ?? few;
    const { rows } = await sql<{ id: string }>`${narrowing.ids} limit ${most + 1}`.execute(db.query);
    if (rows.length <= most) best = { narrowing, ids: [...new Set(rows.map(({ id }) => id))] };
    if (rows.length === 0) break;
  }
  return best;
}

/** The first word is looked up, the others are looked for in what it found: the longest word is likely the rarest. */
function byWords(kind: Kind, words: readonly string[]): Narrowing {
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

function byCategory(id: string): Narrowing {
  return {
    ids: sql`select from_entry as id from entry_links where to_type = 'category' and to_id = ${id}`,
    holds: sql`(select count(*) from entry_links where from_entry = entries.id
      and coalesce(to_type, '') = 'category' and coalesce(to_id, '') = ${id}) > 0`,
  };
}

/** The index of authors is ordered by the moment of change alone; in another order it would only lead astray. */
function byAuthor(kind: Kind, author: string, isInOrder: boolean): Narrowing {
  return {
    ids: sql`select id from entries where kind = ${kind.name} and author_id = ${author} and deleted_at is null`,
    holds: isInOrder ? sql`entries.author_id = ${author}` : sql`coalesce(entries.author_id, '') = ${author}`,
  };
}

function byChange(kind: Kind, since: string, until: string, isInOrder: boolean): Narrowing {
  const moment = isInOrder ? sql`entries.updated_at` : sql`coalesce(entries.updated_at, '')`;
  return {
    ids: sql`select id from entries where kind = ${kind.name} and updated_at >= ${since} and updated_at < ${until} and deleted_at is null`,
    holds: sql`${moment} >= ${since} and ${moment} < ${until}`,
  };
}
