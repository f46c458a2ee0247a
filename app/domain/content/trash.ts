import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { linksOf, replaceLinks } from "#app/domain/content/links/links.ts";
import { entryAddress } from "#app/domain/content/urls/entry-urls.ts";
import { slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import { importNote } from "#app/domain/content/versions/import-note.ts";
import { lockEntry } from "#app/domain/content/versions/open-entry.ts";
import {
  checkData,
  keepVersion,
  newestOf,
  storeTitleWords,
} from "#app/domain/content/versions/save-entry.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { repeatOnOneInstance } from "#app/platform/database/leases.ts";
import { readPage } from "#app/platform/database/paging.ts";
import type { PeriodicTask } from "#app/platform/jobs/background-work.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { type EntryRow, stateOf } from "./entry.ts";
import type { Kind } from "./kind.ts";
import { readSortKey } from "./sort-key.ts";

/** Retention period of the trash in days. */
export const entryTrashDays = 30;

export interface TrashRow {
  id: string;
  kind: string;
  title: string;
  deletedAt: string;
  /** Time of permanent deletion. */
  endsAt: string;
}

/** Trash of all kinds or one, newest first. */
export async function listTrash(
  db: Database,
  { kind, after, limit = 50 }: { kind?: Kind | undefined; after?: string | undefined; limit?: number },
): Promise<{ rows: TrashRow[]; next: string | null }> {
  let query = db.query
    .selectFrom("entries")
    .innerJoin("entry_versions", (join) =>
      join.onRef("entry_id", "=", "entries.id").onRef("number", "=", "latest_version"),
    )
    .select(["entries.id", "kind", "card", "deleted_at"])
    .where("deleted_at", "is not", null);
  if (kind) query = query.where("kind", "=", kind.name);
  const { rows, next } = await readPage(
    query,
    { after, limit },
    {
      direction: "desc",
      sortKey: "deleted_at",
      id: "entries.id",
      sortKeyOf: (row) => row.deleted_at ?? "",
    },
  );
  return { rows: rows.map(presentTrash), next };
}

/** Number of trashed entries by kind. */
export async function countTrash(db: Database): Promise<Map<string, number>> {
  const rows = await db.query
    .selectFrom("entries")
    .select((eb) => ["kind", eb.fn.countAll().as("count")])
    .where("deleted_at", "is not", null)
    .groupBy("kind")
    .execute();
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
}

/** Permanently deletes an entry; it must be in the trash. */
export function deletePermanently(
  db: Database,
  id: string,
  { actor }: ActionContext,
): Promise<{ title: string }> {
  return write(db, async (tx) => {
    await lockEntry(tx, id);
    const row = await tx.query
      .selectFrom("entries")
      .select(["id", "kind", "title", "deleted_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!row || row.deleted_at === null)
      throw new DomainError("missing", "This is not in the trash any more.");
    await removeEntry(tx, row);
    await recordAudit(tx, actor, `${row.kind}.delete`, id, row.title);
    return { title: row.title };
  });
}

/** Permanently deletes entries trashed 30 days ago and expired undo snapshots; returns the number of entries. */
export async function emptyOldTrash(db: Database, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const old = await db.query
    .selectFrom("entries")
    .select("id")
    .where("deleted_at", "<", before(entryTrashDays))
    .limit(1000)
    .execute();
  const actionContext = { actor: { id: "upkeep", requestId: "" }, now };
  for (const { id } of old) await deletePermanently(db, id, actionContext);
  await db.query.deleteFrom("undo_snapshots").where("at", "<", before(1)).execute();
  return old.length;
}

/** Runs every hour, on one instance. */
export function startTrashCleanup(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
): PeriodicTask {
  const terms = { name: "trash cleanup", everyMs: 3_600_000 };
  return repeatOnOneInstance(db, terms, () => emptyOldTrash(db, clock.now()), onError);
}

function presentTrash(row: { id: string; kind: string; card: string; deleted_at: string | null }): TrashRow {
  const deletedAt = row.deleted_at ?? "";
  const endsAt = new Date(Date.parse(deletedAt) + entryTrashDays * 86_400_000).toISOString();
  return { id: row.id, kind: row.kind, title: String(JSON.parse(row.card).title), deletedAt, endsAt };
}

/** Trashed entry of another system, with its former state. Times are ISO 8601. */
export interface TrashedEntry {
  data: unknown;
  /** Newest version, if different from the public one. */
  draft: unknown;
  state: "draft" | "scheduled" | "published" | "archived";
  position: number;
  publishAt: string | null;
  unpublishAt: string | null;
  publishedAt: string | null;
  /** Former slugs; those now used elsewhere are omitted. */
  formerAddresses: readonly string[];
  /** Its id in the feeds of a former site. */
  guid: string | null;
  language: string | null;
  translationGroup: string | null;
  createdAt: string;
  updatedAt: string;
  deletedAt: string;
}

/**
 * Stores an entry directly in the trash and returns its id. Reserves no slug, sends no webhook, and throws
 * a DomainError with all field errors.
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
  const address = entryAddress(data);
  const next = entryAddress(newest);
  const row: EntryRow = {
    id,
    kind: kind.name,
    ...address,
    next_slug_key: next.slug_key === address.slug_key ? null : next.slug_key,
    title_slug_key: next.title_slug_key,
    title: data.title,
    state: entry.state,
    position,
    sort_key: await readSortKey(tx, kind, data, { position, publishedAt: publishedAt ?? createdAt }),
    live_version: entry.state === "published" ? 1 : null,
    latest_version: entry.draft === null ? 1 : 2,
    ...newestOf(kind, newest, actionContext),
    publish_at: publishAt,
    unpublish_at: unpublishAt,
    published_at: publishedAt,
    guid: entry.guid,
    language: entry.language,
    translation_group: entry.translationGroup,
    created_at: createdAt,
    updated_at: updatedAt,
    deleted_at: deletedAt,
  };
  await tx.query
    .insertInto("entries")
    .values({ ...row, state: stateOf(row) })
    .execute();
  const save = { ...actionContext, note: importNote };
  await keepVersion(tx, kind, id, 1, data, save);
  if (entry.draft !== null) await keepVersion(tx, kind, id, 2, newest, save);
  await storeTitleWords(tx, kind, id, newest.title);
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

/** Removes an entry with all versions, slugs and links, which releases its pictures. */
export async function removeEntry(tx: Writing, { id, kind }: Pick<EntryRow, "id" | "kind">): Promise<void> {
  await tx.search.entries.remove(tx.query, id);
  await tx.query.deleteFrom("undo_snapshots").where("part", "=", id).execute();
  await tx.query.deleteFrom("entry_links").where("to_type", "=", "entry").where("to_id", "=", id).execute();
  await tx.query.deleteFrom("entries").where("id", "=", id).execute();
  tx.invalidate(cacheTags.states(kind));
}
