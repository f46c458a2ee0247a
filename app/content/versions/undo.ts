import type { Selectable } from "kysely";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import type { EntryRow, EntryVersion } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import { findKind } from "#app/content/kinds.ts";
import { type BulkReport, reportEach } from "#app/content/publishing/format-report.ts";
import { updateDerivedData } from "#app/content/publishing/publishing.ts";
import { claimStoredAddresses } from "#app/content/urls/entry-urls.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import type { UndoSnapshotTable } from "#app/database/tables/content.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { removeEntry } from "../trash.ts";
import { type OpenEntry, openEntry, readVersionOf } from "./open-entry.ts";
import { storeNewest } from "./save-entry.ts";

/** What an action found, and what it left: taken back only while that is how things stand. */
export interface UndoSnapshot {
  kind: string;
  /** Null when the entry was not there before. */
  before: EntryRow | null;
  after: EntryRow;
  /** Former addresses the action may have touched, and where each led before. */
  addresses: { key: string; entryId: string | null }[];
}

/** Does something to an entry so that it can be taken back by the name `undo`, which other entries may share. */
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

/** Lets the making of an entry be taken back. */
export function snapshotCreated(
  tx: Writing,
  { kind, row }: OpenEntry,
  actionContext: ActionContext & { undo: string },
): Promise<void> {
  return storeSnapshot(tx, actionContext, { kind: kind.name, before: null, after: row, addresses: [] });
}

/** Takes back what the same person did within the last day, entry by entry; what has changed since is left alone and named. */
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
  if (parts.length === 0) throw new DomainError("missing", "There is nothing to undo here any more.");
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
  if (!part || !snapshot || !kind)
    throw new DomainError("missing", "There is nothing to undo here any more.");
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

/** Gives an entry back where it stood; refused while another has its address. */
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

/** Numbers of versions are never given twice: somebody may have one of those that are taken back before them. */
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

/** What was done to one entry of several, each in a transaction of its own. */
export type BulkEntryAction = (
  tx: Writing,
  entry: OpenEntry,
  actionContext: ActionContext,
) => Promise<OpenEntry>;

/** Does the same to several entries: each is done as a whole or not at all, and all can be taken back by one name. */
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
