import { sql } from "kysely";
import { type Actor, recordAudit } from "#app/domain/audit/audit.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { categoryFieldsOf, type Kind } from "../kind.ts";
import { kinds, type Taxonomy } from "../kinds.ts";
import { countFacet } from "../published/entries.ts";
import { slugKey } from "../urls/slug.ts";
import { lockCategory } from "./categories.ts";

/**
 * Removes a category; its entries move to another or lose it, and its slugs redirect there. Stored versions remain;
 * readers resolve the category through the redirects.
 */
export async function removeCategory(
  tx: Writing,
  taxonomy: Taxonomy,
  id: string,
  to: string | null,
  actor: Actor,
): Promise<void> {
  if (to === id) throw new DomainError("invalid", "A category can't be merged into itself.");
  const gone = await lockCategory(tx, taxonomy, id);
  const target = to === null ? null : await lockCategory(tx, taxonomy, to);
  await moveAddresses(tx, taxonomy, id, slugKey(gone.slug), to);
  await tx.query.updateTable("category_redirects").set({ to_id: to }).where("to_id", "=", id).execute();
  await moveLinks(tx, id, to);
  for (const { kind, field } of holdersOf(taxonomy)) {
    await moveFacets(tx, kind, field, id, to);
    tx.invalidate(cacheTags.list(kind.name));
  }
  await tx.query.deleteFrom("categories").where("id", "=", id).execute();
  await tx.query.insertInto("category_redirects").values({ id, taxonomy, to_id: to }).execute();
  tx.invalidate(cacheTags.categories(taxonomy));
  const action = target ? "category.merge" : "category.delete";
  await recordAudit(tx, actor, action, id, target ? `${gone.name} → ${target.name}` : gone.name);
}

/** Kinds with entries in a taxonomy, and their category fields. */
export function holdersOf(taxonomy: string): { kind: Kind; field: string }[] {
  return kinds.flatMap((kind) => categoryFieldsOf(kind, taxonomy).map(({ field }) => ({ kind, field })));
}

async function moveAddresses(
  tx: Writing,
  taxonomy: Taxonomy,
  id: string,
  key: string,
  to: string | null,
): Promise<void> {
  if (to === null) return;
  await tx.query
    .updateTable("former_category_slugs")
    .set({ category_id: to })
    .where("category_id", "=", id)
    .execute();
  await tx.query
    .insertInto("former_category_slugs")
    .values({ taxonomy, slug_key: key, category_id: to })
    .onConflict((conflict) => conflict.columns(["taxonomy", "slug_key"]).doUpdateSet({ category_id: to }))
    .execute();
}

async function moveLinks(tx: Writing, id: string, to: string | null): Promise<void> {
  if (to !== null)
    await sql`insert into entry_links (from_entry, field, to_type, to_id, is_live)
      select from_entry, field, to_type, ${to}, is_live from entry_links where to_type = 'category' and to_id = ${id}
      on conflict (from_entry, field, to_type, to_id)
      do update set is_live = case when excluded.is_live > entry_links.is_live then 1 else entry_links.is_live end`.execute(
      tx.query,
    );
  await tx.query
    .deleteFrom("entry_links")
    .where("to_type", "=", "category")
    .where("to_id", "=", id)
    .execute();
}

async function moveFacets(
  tx: Writing,
  kind: Kind,
  field: string,
  id: string,
  to: string | null,
): Promise<void> {
  const of = sql`kind = ${kind.name} and field = ${field} and value_key =`;
  if (to !== null)
    await sql`insert into entry_facets (kind, field, value_key, sort_key, entry_id)
      select kind, field, ${to}, sort_key, entry_id from entry_facets where ${of} ${id}
      on conflict do nothing`.execute(tx.query);
  await sql`delete from entry_facets where ${of} ${id}`.execute(tx.query);
  await sql`delete from facet_counts where ${of} ${id}`.execute(tx.query);
  if (to === null) return;
  await sql`insert into facet_counts (kind, field, value_key, value, count)
    select ${kind.name}, ${field}, ${to}, ${to}, count(*) from entry_facets where ${of} ${to}
    on conflict (kind, field, value_key) do update set count = excluded.count`.execute(tx.query);
}

export interface CategoryUse {
  /** Number of public entries. */
  published: number;
  /** Number of entries outside the trash, including drafts and newer versions. */
  all: number;
}

/** Number of entries by category id; unused categories may be missing. */
export async function countCategoryUses(db: Database, taxonomy: Taxonomy): Promise<Map<string, CategoryUse>> {
  const ids = db.query.selectFrom("categories").select("id").where("taxonomy", "=", taxonomy);
  const links = db.query
    .selectFrom("entry_links")
    .select((eb) => ["to_id", eb.fn.count("from_entry").distinct().as("count")])
    .where("to_type", "=", "category")
    .where("to_id", "in", ids)
    .groupBy("to_id");
  // Uses only the index entry_links_uses; few entries are in the trash.
  const all = await links.execute();
  const trash = db.query.selectFrom("entries").select("id").where("deleted_at", "is not", null);
  const trashed = new Map(
    (await links.where("from_entry", "in", trash).execute()).map(({ to_id, count }) => [
      to_id,
      Number(count),
    ]),
  );
  const uses = new Map(
    all.map(({ to_id, count }) => [to_id, { all: Number(count) - (trashed.get(to_id) ?? 0), published: 0 }]),
  );
  for (const { kind, field } of holdersOf(taxonomy))
    for (const { value, key, count } of await countFacet(db, kind, field)) {
      const use = uses.get(value) ?? [...uses].find(([id]) => slugKey(id) === key)?.[1];
      if (use) use.published += count;
    }
  return uses;
}
