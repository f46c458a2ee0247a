import type { Selectable } from "kysely";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import type { EntryRow, EntryVersion } from "#app/domain/content/entry.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import { findKind } from "#app/domain/content/kinds.ts";
import { type BulkReport, reportEach } from "#app/domain/content/publishing/format-report.ts";
import { updateDerivedData } from "#app/domain/content/publishing/publishing.ts";
import { claimStoredAddresses } from "#app/domain/content/urls/entry-urls.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import type { UndoSnapshotTable } from "#app/platform/database/tables/content.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { removeEntry } from "../trash.ts";
import { type OpenEntry, openEntry, readVersionOf } from "./open-entry.ts";
import { storeNewest } from "./save-entry.ts";

/** State before and after an action; it can be undone only while the state after is current. */
export interface UndoSnapshot {
  kind: string;
  /** Null if the entry was created. */
  before: EntryRow | null;
  after: EntryRow;
  /** Former slugs that the action may have changed, and their previous targets. */
  addresses: { key: string; entryId: string | null }[];
}

/** Runs an action on an entry with an undo snapshot under the id `undo`, which several entries may share. */
export async function withUndo<K extends Kind>(
  tx: Writing,
  { kind, row: before }: OpenEntry<K>,
  actionContext: ActionContext & { undo: string },
  work: () => Promise<OpenEntry<K>>,
): Promise<OpenEntry<K>> {
  const { slug_key, next_slug_key, title_slug_key } = before;
  const keys = [slug_key, next_slug_key, title_slug_key].filter((key) => key !== null);
  const addresses = await readFormer(tx, kind, keys);
  const result = await work();
  if (isSame(before, result.row)) return result;
  await storeSnapshot(tx, actionContext, { kind: kind.name, before, after: result.row, addresses });
  return result;
}

/** Stores an undo snapshot for the creation of an entry. */
export function snapshotCreated(
  tx: Writing,
  { kind, row }: OpenEntry,
  actionContext: ActionContext & { undo: string },
): Promise<void> {
  return storeSnapshot(tx, actionContext, { kind: kind.name, before: null, after: row, addresses: [] });
}

/** Undoes the person's own action of the last day, entry by entry; reports entries that changed since. */
export async function undoAction(
  db: Database,
  undo: string,
  actionContext: ActionContext,
): Promise<BulkReport> {
  const dayAgo = new Date(actionContext.now.getTime() - 86_400_000).toISOString();
  const parts = await db.query
    .selectFrom("undo_snapshots")
    .selectAll()
    .where("id", "=", undo)
    .where("actor", "=", actionContext.actor.id)
    .where("at", ">", dayAgo)
    .orderBy("part", "desc")
    .execute();
  if (parts.length === 0) throw new DomainError("missing", "There is nothing left to undo.");
  const titles = new Map(parts.map(({ part, before }) => [part, parseSnapshot(before).after.title]));
  return reportEach(
    parts.map(({ part }) => part),
    (id) =>
      write(db, (tx) =>
        undoOne(
          tx,
          parts.find(({ part }) => part === id),
          actionContext,
        ),
      ),
    async (id) => titles.get(id) ?? "",
  );
}

function parseSnapshot(stored: string): UndoSnapshot {
  return JSON.parse(stored) as UndoSnapshot; // only `storeSnapshot` writes these
}

async function undoOne(
  tx: Writing,
  part: Selectable<UndoSnapshotTable> | undefined,
  actionContext: ActionContext,
): Promise<{ title: string }> {
  const snapshot = part && parseSnapshot(part.before);
  const kind = findKind(snapshot?.kind ?? "");
  if (!part || !snapshot || !kind) throw new DomainError("missing", "There is nothing left to undo.");
  const entry = await openEntry(tx, kind, part.part);
  const { title } = entry.row;
  if (!isSame(entry.row, snapshot.after)) throw new DomainError("stale", "it has been changed since.");
  if (snapshot.before === null) await removeEntry(tx, entry.row);
  else await restoreRemoved(tx, entry, snapshot.before, snapshot.addresses, actionContext);
  await tx.query
    .deleteFrom("undo_snapshots")
    .where("id", "=", part.id)
    .where("part", "=", part.part)
    .execute();
  await recordAudit(tx, actionContext.actor, `${kind.name}.undo`, part.part, title);
  return { title };
}

async function storeSnapshot(
  tx: Writing,
  { undo, actor, now }: ActionContext & { undo: string },
  snapshot: UndoSnapshot,
): Promise<void> {
  const row = {
    id: undo,
    part: snapshot.after.id,
    actor: actor.id,
    at: now.toISOString(),
    before: JSON.stringify(snapshot),
  };
  await tx.query.insertInto("undo_snapshots").values(row).execute();
}

async function readFormer(tx: Writing, kind: Kind, keys: string[]): Promise<UndoSnapshot["addresses"]> {
  const rows = await tx.query
    .selectFrom("former_slugs")
    .select(["slug_key", "entry_id"])
    .where("kind", "=", kind.name)
    .where("slug_key", "in", keys)
    .execute();
  const holders = new Map(rows.map(({ slug_key, entry_id }) => [slug_key, entry_id]));
  return [...new Set(keys)].map((key) => ({ key, entryId: holders.get(key) ?? null }));
}

function isSame(one: EntryRow, other: EntryRow): boolean {
  const sorted = (row: EntryRow) => JSON.stringify(Object.entries(row).sort());
  return sorted(one) === sorted(other);
}

/** Restores a removed entry; rejected if its slug is taken. */
async function restoreRemoved(
  tx: Writing,
  entry: OpenEntry,
  before: EntryRow,
  addresses: UndoSnapshot["addresses"],
  actionContext: ActionContext,
): Promise<void> {
  const { kind } = entry;
  if (before.deleted_at === null) await claimStoredAddresses(tx, kind, before);
  const newest = await restoreNewest(tx, entry, before.latest_version, actionContext);
  const wasNewestLive = before.live_version === before.latest_version;
  const row = {
    ...before,
    latest_version: newest.number,
    live_version: wasNewestLive ? newest.number : before.live_version,
  };
  const live =
    row.live_version === null ? null : await readVersionOf(tx, { ...entry, newest }, row.live_version);
  await tx.query.updateTable("entries").set(row).where("id", "=", row.id).execute();
  await restoreFormer(tx, kind, addresses);
  await updateDerivedData(tx, entry, { ...entry, row, newest, live: live?.data ?? null });
}

/** Restores data as a new version: numbers are never reused, because an open editor may be based on an undone one. */
async function restoreNewest(
  tx: Writing,
  entry: OpenEntry,
  number: number,
  { actor, now }: ActionContext,
): Promise<EntryVersion<Kind>> {
  const version = await readVersionOf(tx, entry, number);
  if (number === entry.newest.number) return version;
  const note = `Back to version ${number}`;
  return storeNewest(tx, entry, version.data, { actor, now, note });
}

async function restoreFormer(tx: Writing, kind: Kind, addresses: UndoSnapshot["addresses"]): Promise<void> {
  for (const { key, entryId } of addresses) {
    await tx.query
      .deleteFrom("former_slugs")
      .where("kind", "=", kind.name)
      .where("slug_key", "=", key)
      .execute();
    if (entryId !== null)
      await tx.query
        .insertInto("former_slugs")
        .values({ kind: kind.name, slug_key: key, entry_id: entryId })
        .execute();
  }
}

/** Action on one of several entries, each in a separate transaction. */
export type BulkEntryAction = (
  tx: Writing,
  entry: OpenEntry,
  actionContext: ActionContext,
) => Promise<OpenEntry>;

/** Runs an action on several entries, each atomically and all undoable under one id. */
export async function runBulk(
  db: Database,
  kind: Kind,
  ids: readonly string[],
  actionContext: ActionContext,
  work: BulkEntryAction,
): Promise<BulkReport & { undo: string }> {
  const undo = newId();
  const report = await reportEach(
    ids,
    (id) =>
      write(db, async (tx) => {
        const entry = await openEntry(tx, kind, id);
        const { row } = await withUndo(tx, entry, { ...actionContext, undo }, () =>
          work(tx, entry, actionContext),
        );
        return row;
      }),
    (id) => readTitle(db, id),
  );
  return { ...report, undo };
}

async function readTitle(db: Database, id: string): Promise<string> {
  const row = await db.query.selectFrom("entries").select("title").where("id", "=", id).executeTakeFirst();
  return row?.title ?? "";
}
