import type { Selectable } from "kysely";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import type { EntryRow } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import { findKind } from "#app/content/kinds.ts";
import { type BulkReport, reportEach } from "#app/content/publishing/format-report.ts";
import { updateDerivedData } from "#app/content/publishing/publishing.ts";
import { requireFree } from "#app/content/urls/entry-urls.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import type { UndoSnapshotTable } from "#app/database/tables/content.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { removeEntry } from "../trash.ts";
import { readRow, readVersion } from "./read-versions.ts";
import { storeVersion } from "./save-entry.ts";

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
export async function withUndo<Result>(
  tx: Writing,
  kind: Kind,
  id: string,
  { undo, ...actionContext }: ActionContext & { undo: string },
  work: () => Promise<Result>,
): Promise<Result> {
  await tx.locks.acquire(tx.query, `entry:${id}`);
  const before = await readRow(tx, kind, id, { inTrash: true });
  const addresses = await readFormer(tx, kind, [before.slug_key, before.next_slug_key ?? before.slug_key]);
  const result = await work();
  await storeSnapshot(tx, id, { undo, ...actionContext }, { kind: kind.name, before, addresses });
  return result;
}

/** Lets the making of an entry be taken back. */
export function snapshotCreated(
  tx: Writing,
  kind: Kind,
  id: string,
  actionContext: ActionContext & { undo: string },
): Promise<void> {
  return storeSnapshot(tx, id, actionContext, { kind: kind.name, before: null, addresses: [] });
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
  await tx.locks.acquire(tx.query, `entry:${part.part}`);
  const now = await readRow(tx, kind, part.part, { inTrash: true });
  if (!isSame(now, snapshot.after)) throw new DomainError("stale", "it has been changed since.");
  if (snapshot.before === null) await removeEntry(tx, now);
  else await restoreRemoved(tx, kind, now, snapshot.before, snapshot.addresses, actionContext);
  await tx.query
    .deleteFrom("undo_snapshots")
    .where("id", "=", part.id)
    .where("part", "=", part.part)
    .execute();
  await recordAudit(tx, actionContext.actor, `${kind.name}.undo`, part.part, now.title);
  return { title: now.title };
}

async function storeSnapshot(
  tx: Writing,
  id: string,
  { undo, actor, now }: ActionContext & { undo: string },
  snapshot: Omit<UndoSnapshot, "after">,
): Promise<void> {
  const after = await tx.query
    .selectFrom("entries")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (snapshot.before && isSame(snapshot.before, after)) return;
  const row = { id: undo, part: id, actor: actor.id, at: now.toISOString() };
  await tx.query
    .insertInto("undo_snapshots")
    .values({ ...row, before: JSON.stringify({ ...snapshot, after }) })
    .execute();
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
  kind: Kind,
  now: EntryRow,
  before: EntryRow,
  addresses: UndoSnapshot["addresses"],
  actionContext: ActionContext,
): Promise<void> {
  if (before.deleted_at === null) {
    await requireFree(tx, kind, before.slug, before.id);
    if (before.next_slug_key !== null) await requireFree(tx, kind, before.next_slug_key, before.id);
  }
  const { data } = await readVersion(tx, kind, before.id, before.latest_version);
  const next =
    now.latest_version === before.latest_version
      ? before
      : { ...before, ...(await repeatVersion(tx, kind, now, before, actionContext)) };
  await tx.query.updateTable("entries").set(next).where("id", "=", next.id).execute();
  await restoreFormer(tx, kind, addresses);
  await updateDerivedData(tx, kind, now, next, data);
}

/** Numbers of versions are never given twice: somebody may have one of those that are taken back before them. */
async function repeatVersion(
  tx: Writing,
  kind: Kind,
  now: EntryRow,
  before: EntryRow,
  { actor, now: at }: ActionContext,
): Promise<Pick<EntryRow, "latest_version" | "live_version">> {
  const { data } = await readVersion(tx, kind, before.id, before.latest_version);
  const number = now.latest_version + 1;
  await storeVersion(tx, kind, before.id, number, data, {
    actor,
    now: at,
    note: `Back to version ${before.latest_version}`,
  });
  const wasNewest = before.live_version === before.latest_version;
  return { latest_version: number, live_version: wasNewest ? number : before.live_version };
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
  kind: Kind,
  id: string,
  actionContext: ActionContext,
) => Promise<{ title: string }>;

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
      write(db, (tx) =>
        withUndo(tx, kind, id, { ...actionContext, undo }, () => work(tx, kind, id, actionContext)),
      ),
    (id) => readTitle(db, id),
  );
  return { ...report, undo };
}

async function readTitle(db: Database, id: string): Promise<string> {
  const row = await db.query.selectFrom("entries").select("title").where("id", "=", id).executeTakeFirst();
  return row?.title ?? "";
}
