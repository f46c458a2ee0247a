import { sql } from "kysely";
import { findKind } from "#app/content/kinds.ts";
import { entryPath } from "#app/content/urls/slug.ts";
import { containsText, type Database } from "#app/database/database.ts";
import { type Paged, type PageRequest, readPage } from "#app/database/paging.ts";

/** A former address of an entry that was renamed; it redirects by itself. */
export interface AutomaticRedirect {
  /** Unique together with its kind. */
  id: string;
  kind: string;
  from: string;
  to: { title: string; path: string; isPublic: boolean };
}

/** One page of the redirects that renames have left, by kind and address. */
export async function listAutomatic(
  { query }: Database,
  { q = "", ...page }: PageRequest & { q?: string },
): Promise<Paged<AutomaticRedirect>> {
  const looked = q.trim();
  const all = query
    .selectFrom("former_slugs")
    .innerJoin("entries", "entries.id", "former_slugs.entry_id")
    .select(["former_slugs.slug_key as id", "former_slugs.kind as kind"])
    .select(["title", "slug", "live_version", "deleted_at"]);
  const found =
    looked === ""
      ? all
      : all.where(
          sql<boolean>`(${containsText("former_slugs.slug_key", looked)} or ${containsText("title", looked)})`,
        );
  const paged = await readPage(found, page, {
    direction: "asc",
    sortKey: "former_slugs.kind",
    id: "former_slugs.slug_key",
    sortKeyOf: ({ kind }) => kind,
  });
  return {
    ...paged,
    rows: paged.rows.flatMap(({ id, kind, title, slug, live_version, deleted_at }) => {
      const known = findKind(kind);
      if (!known) return [];
      const isPublic = live_version !== null && deleted_at === null;
      return [
        {
          id,
          kind,
          from: entryPath(known, id),
          to: { title, path: entryPath(known, slug), isPublic },
        },
      ];
    }),
  };
}

export async function countAutomatic({ query }: Database): Promise<number> {
  const row = await query
    .selectFrom("former_slugs")
    .select((eb) => eb.fn.countAll().as("many"))
    .executeTakeFirst();
  return Number(row?.many ?? 0);
}
