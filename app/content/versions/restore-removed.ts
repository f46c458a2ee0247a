import type { ActionContext } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import type { EntryRow } from "../entry.ts";
import type { Kind } from "../kind.ts";
import { settleChange } from "../publishing/publishing.ts";
import { refuseTaken } from "../urls/entry-urls.ts";
import { readVersion } from "./read-versions.ts";
import { storeVersion } from "./store-version.ts";
import type { UndoSnapshot } from "./undo.ts";

/** Gives an entry back where it stood; refused while another has its address. */
export async function restoreRemoved(
  tx: Writing,
  kind: Kind,
  now: EntryRow,
  before: EntryRow,
  addresses: UndoSnapshot["addresses"],
  actionContext: ActionContext,
): Promise<void> {
  if (before.deleted_at === null) {
    await refuseTaken(tx, kind, before.slug, before.id);
    if (before.next_slug_key !== null) await refuseTaken(tx, kind, before.next_slug_key, before.id);
  }
  const { data } = await readVersion(tx, kind, before.id, before.latest_version);
  const next =
    now.latest_version === before.latest_version
      ? before
      : { ...before, ...(await repeatVersion(tx, kind, now, before, actionContext)) };
  await tx.query.updateTable("entries").set(next).where("id", "=", next.id).execute();
  await restoreFormer(tx, kind, addresses);
  await settleChange(tx, kind, now, next, data);
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
