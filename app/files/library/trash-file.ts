import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { FileStore } from "../store/store.ts";
import { lockFile, saveRow } from "./change-file.ts";
import { type FileUse, findUses } from "./where-used.ts";

/** How long a deleted file can be brought back. */
export const fileTrashDays = 30;

/** Puts a file into the trash. Throws a DomainError ("in-use") whose detail lists the places, when anything shows it. */
export async function trashFile(tx: Writing, id: string, { actor, now }: ActionContext): Promise<void> {
  const row = await lockFile(tx, id);
  const uses = await findUses(tx, id);
  if (uses.length > 0) throw refuseUsed(row.name, uses);
  const at = now.toISOString();
  await saveRow(tx, { ...row, deleted_at: at, updated_at: at, version: row.version + 1 });
  tx.invalidate(cacheTags.files);
  await recordAudit(tx, actor, "file.trash", id, row.name);
}

/** Takes a file out of the trash, as it was. */
export async function restoreFile(tx: Writing, id: string, { actor, now }: ActionContext): Promise<void> {
  const row = await lockFile(tx, id, { isInTrash: true });
  const next = { ...row, deleted_at: null, updated_at: now.toISOString(), version: row.version + 1 };
  await saveRow(tx, next);
  tx.invalidate(cacheTags.files);
  await recordAudit(tx, actor, "file.restore", id, row.name);
}

/** Deletes a file of the trash for good; call `removeBytes` once this is kept. */
export async function purgeFile(tx: Writing, id: string, { actor }: ActionContext): Promise<void> {
  const row = await lockFile(tx, id, { isInTrash: true });
  await tx.query.deleteFrom("files").where("id", "=", id).execute();
  tx.invalidate(cacheTags.library);
  await recordAudit(tx, actor, "file.purge", id, row.name);
}

/** Removes the bytes of files that have no row any more; what fails here is swept later. */
export async function removeBytes(store: FileStore, ids: readonly string[]): Promise<void> {
  for (const id of ids) for (const name of await store.listOf(id)) await store.remove(name);
}

function refuseUsed(name: string, uses: readonly FileUse[]): DomainError {
  const places = uses.length === 1 ? "in one place" : `in ${uses.length} places`;
  const fields = Object.fromEntries(uses.map((use, at) => [`uses.${at}`, describeUse(use)]));
  return new DomainError("in-use", `“${name}” is used ${places}. Take it out there first.`, {
    fields,
    detail: { uses },
  });
}

function describeUse(use: FileUse): string {
  if (use.where === "settings") return `Settings, ${use.field}`;
  const where = use.isInTrash ? "in the trash" : use.isLive ? "public" : "in a draft";
  return `${use.kind} “${use.title}”, ${use.field}, ${where}`;
}
