import type { Writing } from "#app/database/database.ts";
import { queueEvent } from "#app/webhooks/events.ts";
import type { EntryRow } from "../entry.ts";
import { type DataOf, fieldsOfKind, type Kind } from "../kind.ts";
import { entryPath } from "../urls/slug.ts";
import { readVersion } from "../versions/read-versions.ts";

interface EntryChange {
  before: EntryRow;
  after: EntryRow;
  /** Data of the version that is live afterwards. */
  live: DataOf<Kind> | null;
}

/** Tells other programs what the public sees otherwise from now on; of drafts they hear nothing. */
export async function announceEntry(
  tx: Writing,
  kind: Kind,
  { before, after, live }: EntryChange,
): Promise<void> {
  const was = isPublic(before);
  const is = isPublic(after);
  const { id, slug, updated_at } = after;
  const named = { id, kind: kind.name, path: entryPath(kind, slug) };
  const now = new Date(updated_at);
  if (was !== is) return queueEvent(tx, is ? "entry.published" : "entry.unpublished", () => named, now);
  if (!is || before.live_version === after.live_version) return;
  await queueEvent(
    tx,
    "entry.changed",
    async () => {
      const former = await readVersion(tx, kind, id, before.live_version ?? 0);
      return { ...named, changed: changedFields(kind, former.data, live) };
    },
    now,
  );
}

function isPublic({ live_version, deleted_at }: EntryRow): boolean {
  return live_version !== null && deleted_at === null;
}

function changedFields(kind: Kind, before: DataOf<Kind>, after: DataOf<Kind> | null): string[] {
  const textOf = (data: object | null, name: string) => JSON.stringify(Reflect.get(data ?? {}, name));
  return fieldsOfKind(kind)
    .map(([name]) => name)
    .filter((name) => textOf(before, name) !== textOf(after, name));
}
