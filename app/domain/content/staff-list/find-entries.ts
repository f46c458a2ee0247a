import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Kind } from "#app/domain/content/kind.ts";
import { findKind, kinds } from "#app/domain/content/kinds.ts";
import { inOrder } from "#app/domain/content/published/entries.ts";
import { isTitled } from "#app/domain/content/urls/entry-urls.ts";
import { entryPath, slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { isWholeWord, wordsOfQuery } from "#app/lib/text/words.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { State } from "#app/platform/database/tables/content.ts";

export interface FoundEntry extends EntryHint {
  state: State;
  updatedAt: string;
}

/** If more titles contain a word, the other words are searched only in the newest ones. */
const maxTitles = 1_000;

/** Entries outside the trash whose newest title contains all words as prefixes: whole words first, then last changed. */
export async function findEntries(db: Database, query: string, limit: number): Promise<FoundEntry[]> {
  const words = wordsOfQuery(query).toSorted((one, other) => other.length - one.length);
  const [longest, ...rest] = words;
  if (longest === undefined) return [];
  const whole = await findIds(db, sql<SqlBool>`word = ${longest}`, rest, limit);
  const begun = whole.length < limit ? await findIds(db, begins(longest), rest, limit) : [];
  const found = await readHints(db, [...new Set([...whole, ...begun])]);
  const isWhole = new Set(whole);
  return found
    .toSorted(
      (one, other) => Number(isWhole.has(other.id)) - Number(isWhole.has(one.id)) || later(one, other),
    )
    .slice(0, limit);
}

async function findIds(
  db: Database,
  holds: RawBuilder<SqlBool>,
  rest: readonly string[],
  limit: number,
): Promise<string[]> {
  const ids: string[] = [];
  for (const { name } of kinds) {
    const newest = sql`select entry_id from entry_title_words where kind = ${name} and ${holds}
      order by word desc, entry_id desc limit ${maxTitles}`;
    const others = rest.map(
      (word) =>
        sql`and exists (select 1 from entry_title_words as other where other.entry_id = found.entry_id and ${begins(word)})`,
    );
    const { rows } = await sql<{ id: string }>`select found.entry_id as id from (${newest}) as found
      join entries on entries.id = found.entry_id where deleted_at is null ${sql.join(others, sql` `)}
      limit ${limit}`.execute(db.query);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

function begins(word: string): RawBuilder<SqlBool> {
  if (isWholeWord(word)) return sql<SqlBool>`word = ${word}`;
  return sql<SqlBool>`word >= ${word} and word <= ${`${word}\u{10ffff}`}`;
}

async function readHints(db: Database, ids: readonly string[]): Promise<FoundEntry[]> {
  if (ids.length === 0) return [];
  const rows = await db.query
    .selectFrom("entries")
    .innerJoin("entry_versions", (join) =>
      join.onRef("entry_id", "=", "entries.id").onRef("number", "=", "latest_version"),
    )
    .select(["entries.id", "kind", "card", "state", "updated_at"])
    .where("entries.id", "in", [...ids])
    .execute();
  const found = rows.flatMap(({ card, state, updated_at: updatedAt, ...row }) => {
    const hint = presentHint({ ...row, title: String(JSON.parse(card).title ?? "") });
    return hint ? [{ ...hint, state, updatedAt }] : [];
  });
  return inOrder(ids, found);
}

function later(one: FoundEntry, other: FoundEntry): number {
  return one.updatedAt < other.updatedAt ? 1 : -1;
}

/** Whether any entry exists, including samples and the trash. */
export async function hasEntries({ query }: Database): Promise<boolean> {
  return (await query.selectFrom("entries").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a public entry of a kind has a newest version by another writer, such as anyone but the sample. */
export async function hasPublishedEntry({ query }: Database, kind: Kind, notBy: string): Promise<boolean> {
  const row = await query
    .selectFrom("entries")
    .select("id")
    .where("kind", "=", kind.name)
    .where("live_version", "is not", null)
    .where("deleted_at", "is", null)
    .where((eb) => eb.or([eb("author_id", "<>", notBy), eb("author_id", "is", null)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Id of an entry in any state, by its id or its current or future slug; in the trash only by id. */
export async function findForStaff(db: Database, kind: Kind, address: string): Promise<string> {
  const key = slugKey(address);
  const ofKind = db.query.selectFrom("entries").select("id").where("kind", "=", kind.name);
  const outside = ofKind.where("deleted_at", "is", null);
  const found =
    (await ofKind.where("id", "=", address).executeTakeFirst()) ??
    (await outside.where("slug_key", "=", key).executeTakeFirst()) ??
    (await outside.where("next_slug_key", "=", key).executeTakeFirst());
  if (!found) throw new DomainError("missing", `There is no such ${kind.label.one.toLowerCase()}.`);
  return found.id;
}

/** Entry outside the trash by id or slug, with the number of its public version; throws a DomainError if missing. */
export async function findForReview(
  { query }: Database,
  kind: Kind,
  address: string,
): Promise<{ id: string; live: number | null }> {
  const row = await query
    .selectFrom("entries")
    .select(["id", "live_version as live"])
    .where("kind", "=", kind.name)
    .where("deleted_at", "is", null)
    .where((eb) => eb.or([eb("id", "=", address), eb("slug_key", "=", slugKey(address))]))
    .executeTakeFirst();
  if (!row) throw new DomainError("missing", `There is no such ${kind.label.one.toLowerCase()}.`);
  return row;
}

/** Entry offered as a link or reference target. */
export interface EntryChoice {
  id: string;
  /** Name of the kind. */
  kind: string;
  title: string;
  state: State;
  /** Public path. */
  path: string;
}

/** Entries in any state whose titles contain the words, last changed first. @param hasPage only those with a page */
export async function findChoices(
  db: Database,
  words: string,
  {
    kindName = null,
    hasPage = false,
    limit = 20,
  }: { kindName?: string | null; hasPage?: boolean; limit?: number },
): Promise<EntryChoice[]> {
  const all = db.query
    .selectFrom("entries")
    .select(["id", "kind", "title", "state", "slug"])
    .where("deleted_at", "is", null)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit);
  const names = kinds
    .filter((kind) => (kindName === null || kind.name === kindName) && (kind.hasPage || !hasPage))
    .map(({ name }) => name);
  if (names.length === 0) return [];
  const ofKind = all.where("kind", "in", names);
  // The key is the folded title: both engines then ignore case and Unicode form.
  const key = slugKey(toSlug(words)).replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const titleKey = sql`coalesce(title_slug_key, slug_key)`;
  const fitting =
    key === "" ? ofKind : ofKind.where(sql<SqlBool>`${titleKey} like ${`%${key}%`} escape '\\'`);
  const rows = await fitting.execute();
  return rows.flatMap(presentChoice);
}

/** Id of the entry of a kind with this title, in any state. */
export async function findByTitle(db: Database, kindName: string, title: string): Promise<string | null> {
  const row = await db.query
    .selectFrom("entries")
    .select("id")
    .where("kind", "=", kindName)
    .where(isTitled(title))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Entries with these ids, including trashed ones, unordered. */
export async function readChoices(db: Database, ids: readonly string[]): Promise<EntryChoice[]> {
  if (ids.length === 0) return [];
  const rows = await db.query
    .selectFrom("entries")
    .select(["id", "kind", "title", "state", "slug"])
    .where("id", "in", [...ids])
    .execute();
  return rows.flatMap(presentChoice);
}

function presentChoice({ slug, ...row }: Omit<EntryChoice, "path"> & { slug: string }): EntryChoice[] {
  const kind = findKind(row.kind);
  return kind ? [{ ...row, path: entryPath(kind, slug) }] : [];
}

/** Title and edit path of an entry, as other screens show it. */
export interface EntryHint {
  id: string;
  title: string;
  kind: Kind;
  /** Path of its edit screen. */
  path: string;
}

export const hintColumns = ["id", "kind", "title"] as const;

/** Entries with these ids, including trashed ones, unordered. */
export async function findHintRows(
  { query }: Database,
  ids: readonly string[],
): Promise<{ id: string; kind: string; title: string }[]> {
  return query.selectFrom("entries").select(hintColumns).where("id", "in", ids).execute();
}

/** Null for a kind that this version does not have. */
export function presentHint(row: { id: string; kind: string; title: string }): EntryHint | null {
  const kind = findKind(row.kind);
  if (!kind) return null;
  return { id: row.id, title: row.title, kind, path: `/dashboard/${kind.dashboard.edit}/${row.id}` };
}
