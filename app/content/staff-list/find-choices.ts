import { type SqlBool, sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";
import { findKind } from "../kinds.ts";
import { entryPath, slugKey, toSlug } from "../urls/slug.ts";

/** An entry as something to choose: to link to, or to stand in a field of another. */
export interface EntryChoice {
  id: string;
  /** Name of its kind. */
  kind: string;
  title: string;
  state: State;
  /** Public path. */
  path: string;
}

/** Entries whose titles hold the words, whatever their state, the latest changed first. @param kindName only of this kind */
export async function findChoices(
  db: Database,
  words: string,
  { kindName, limit = 20 }: { kindName?: string; limit?: number } = {},
): Promise<EntryChoice[]> {
  const all = db.query
    .selectFrom("entries")
    .select(["id", "kind", "title", "state", "slug"])
    .where("deleted_at", "is", null)
    .orderBy("updated_at", "desc")
    .orderBy("id")
    .limit(limit);
  const ofKind = kindName === undefined ? all : all.where("kind", "=", kindName);
  // The key is the title folded: without difference of case and form, on both engines.
  const key = slugKey(toSlug(words)).replace(/[\\%_]/g, (sign) => `\\${sign}`);
  const fitting = key === "" ? ofKind : ofKind.where(sql<SqlBool>`slug_key like ${`%${key}%`} escape '\\'`);
  const rows = await fitting.execute();
  return rows.flatMap(presentChoice);
}

/** Id of the entry of a kind that has this title, whatever its state. */
export async function findByTitle(db: Database, kindName: string, title: string): Promise<string | null> {
  const row = await db.query
    .selectFrom("entries")
    .select("id")
    .where("kind", "=", kindName)
    .where("slug_key", "=", slugKey(toSlug(title)))
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The entries of these ids, those in the trash too, in no order. */
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
