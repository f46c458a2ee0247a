import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { type EntryRow, stateOf } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import { linksOf, replaceLinks } from "#app/content/links/links.ts";
import { sortKeyOf } from "#app/content/published/sort-key.ts";
import { slugKey, toSlug } from "#app/content/urls/slug.ts";
import { checkData, newestOf, storeVersion } from "#app/content/versions/versions.ts";
import type { Writing } from "#app/database/database.ts";
import { newId } from "#app/platform/id.ts";

/** An entry that lay in the trash elsewhere, with the state it had before. Moments are ISO 8601. */
export interface TrashedEntry {
  data: unknown;
  /** The newest version, where that is not the public one. */
  draft: unknown;
  state: "draft" | "scheduled" | "published" | "archived";
  position: number;
  publishAt: string | null;
  unpublishAt: string | null;
  publishedAt: string | null;
  /** Address parts that led to it; those that lead elsewhere by now are left out. */
  formerAddresses: readonly string[];
  createdAt: string;
  updatedAt: string;
  deletedAt: string;
}

/**
 * Stores an entry straight into the trash; answers its id. It needs no address of its own there, and nobody hears of it.
 * Throws a DomainError that names each wrong field.
 */
export async function createInTrash(
  tx: Writing,
  kind: Kind,
  entry: TrashedEntry,
  actionContext: ActionContext,
): Promise<string> {
  const { position, publishAt, unpublishAt, publishedAt, createdAt, updatedAt, deletedAt } = entry;
  const data = checkData(kind, entry.data);
  const newest = entry.draft === null ? data : checkData(kind, entry.draft);
  const id = newId();
  const slug = toSlug(data.title);
  const nextKey = slugKey(toSlug(newest.title));
  const row: EntryRow = {
    id,
    kind: kind.name,
    slug,
    slug_key: slugKey(slug),
    next_slug_key: nextKey === slugKey(slug) ? null : nextKey,
    title: data.title,
    state: entry.state,
    position,
    sort_key: sortKeyOf(kind, data, position, publishedAt ?? createdAt),
    live_version: entry.state === "published" ? 1 : null,
    latest_version: entry.draft === null ? 1 : 2,
    ...newestOf(newest, actionContext),
    publish_at: publishAt,
    unpublish_at: unpublishAt,
    published_at: publishedAt,
    created_at: createdAt,
    updated_at: updatedAt,
    deleted_at: deletedAt,
  };
  await tx.query
    .insertInto("entries")
    .values({ ...row, state: stateOf(row) })
    .execute();
  const save = { ...actionContext, note: "Imported" };
  await storeVersion(tx, kind, id, 1, data, save);
  if (entry.draft !== null) await storeVersion(tx, kind, id, 2, newest, save);
  await replaceLinks(tx, id, row.live_version === null ? [] : linksOf(kind, data), linksOf(kind, newest));
  for (const slug_key of new Set(entry.formerAddresses.map((address) => slugKey(toSlug(address)))))
    await tx.query
      .insertInto("former_slugs")
      .values({ kind: kind.name, slug_key, entry_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await recordAudit(tx, actionContext.actor, `${kind.name}.create`, id, "into the trash");
  return id;
}
