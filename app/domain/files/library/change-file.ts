import { z } from "zod";
import type { OtherAction } from "#app/domain/audit/actions.ts";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { foldText } from "#app/lib/text/fold.ts";
import { textExpected } from "#app/lib/text/plain-text.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import type { FileStore } from "../store/store.ts";
import {
  type AcceptedFile,
  removeStoredUpload,
  type StoredUpload,
  storeFile,
} from "../upload/accepted-file.ts";
import {
  altSchema,
  cleanName,
  maxFileNameLength,
  readTags,
  searchText,
  setTags,
  tagsSchema,
} from "./file-text.ts";
import {
  type FileRow,
  type LibraryFile,
  type PreviousFile,
  pdfType,
  presentLibraryFile,
  readPrevious,
} from "./library.ts";
import { type FileUse, findUses } from "./where-used.ts";

const share = z.number("Enter a number from 0 to 1").min(0, "Give 0 or more").max(1, "Give 1 or less");

/** Editable attributes of a file; missing ones stay unchanged. */
export const fileChangeSchema = z.strictObject({
  name: z
    .string(textExpected)
    .max(maxFileNameLength, `Use at most ${maxFileNameLength} characters`)
    .optional(),
  alt: altSchema.optional(),
  focal: z
    .tuple([share, share], "Enter two numbers from 0 to 1")
    .optional()
    .meta({ description: "Where the subject is, from 0 to 1, left to right and top to bottom" }),
  tags: tagsSchema.optional(),
  version: z
    .int("Enter a whole number")
    .optional()
    .meta({ description: "The version that was read; the change fails if the file has a newer one" }),
});

/**
 * Changes attributes of a file. Throws a `DomainError` that names each invalid field, or carries
 * the current file ("stale").
 */
export async function changeFile(
  tx: Writing,
  id: string,
  input: unknown,
  { actor, now }: ActionContext,
): Promise<LibraryFile> {
  const read = fileChangeSchema.safeParse(input);
  if (!read.success) throw validationError(read.error.issues);
  const row = await lockFile(tx, id, { version: read.data.version });
  const before = (await readTags(tx, [id])).get(id) ?? [];
  const { alt = row.alt, focal = [row.focal_x, row.focal_y] } = read.data;
  const name = read.data.name === undefined ? row.name : cleanName(read.data.name);
  if (read.data.tags) await setTags(tx, id, read.data.tags);
  const tags = (await readTags(tx, [id])).get(id) ?? before;
  const next: FileRow = {
    ...row,
    name,
    name_key: foldText(name),
    alt,
    focal_x: focal[0],
    focal_y: focal[1],
    search: searchText({ name, alt, tags }),
    version: row.version + 1,
    updated_at: now.toISOString(),
  };
  await saveRow(tx, next);
  if (isPublicChange(row, next)) tx.invalidate(cacheTags.files);
  await recordAudit(tx, actor, "file.change", id, name);
  return presentLibraryFile(next, tags);
}

/**
 * Locks the row of a file until the transaction ends. Throws a `DomainError` if it is missing or
 * changed since `version`.
 */
async function lockFile(
  tx: Writing,
  id: string,
  { version, isInTrash = false }: { version?: number | undefined; isInTrash?: boolean } = {},
): Promise<FileRow> {
  await tx.locks.acquire(tx.query, `file:${id}`);
  const row = await tx.query.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || (row.deleted_at !== null) !== isInTrash)
    throw new DomainError("missing", isInTrash ? "This file is not in the trash." : "There is no such file.");
  if (version === undefined || version === row.version) return row;
  const tags = (await readTags(tx, [id])).get(id) ?? [];
  throw new DomainError(
    "stale",
    "Somebody else changed this file in the meantime. Nothing was overwritten.",
    {
      detail: presentLibraryFile(row, tags),
    },
  );
}

async function saveRow(tx: Writing, { id, ...row }: FileRow): Promise<void> {
  await tx.query.updateTable("files").set(row).where("id", "=", id).execute();
  tx.invalidate(cacheTags.library);
}

/** Names and tags appear only in the dashboard. */
function isPublicChange(before: FileRow, after: FileRow): boolean {
  return before.alt !== after.alt || before.focal_x !== after.focal_x || before.focal_y !== after.focal_y;
}

export type FileType = "picture" | "pdf";

/**
 * Locks files against trashing until the transaction ends; returns the types of those that exist.
 */
export async function lockFiles(tx: Writing, ids: readonly string[]): Promise<Map<string, FileType>> {
  if (ids.length === 0) return new Map();
  // A fixed order prevents deadlocks.
  await tx.locks.acquire(tx.query, ...ids.toSorted().map((id) => `file:${id}`));
  const rows = await tx.query
    .selectFrom("files")
    .select(["id", "type"])
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, type }) => [id, type === pdfType ? "pdf" : "picture"]));
}

/** Maximum files per action. */
export const maxFilesPerAction = 100;

export interface BulkOutcome {
  done: string[];
  refused: { id: string; message: string }[];
}

/** Runs an action on many files in one transaction; skips and returns the refused ones. */
export async function runFileBulk(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<BulkOutcome> {
  if (ids.length > maxFilesPerAction)
    throw new DomainError("invalid", `Choose at most ${maxFilesPerAction} files at a time.`);
  const outcome: BulkOutcome = { done: [], refused: [] };
  // A fixed order prevents deadlocks.
  for (const id of [...new Set(ids)].sort())
    try {
      await work(id);
      outcome.done.push(id);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      outcome.refused.push({ id, message: error.message });
    }
  return outcome;
}

/** Adds tags to many files. */
export function addTags(
  tx: Writing,
  ids: readonly string[],
  tags: readonly string[],
  actionContext: ActionContext,
): Promise<BulkOutcome> {
  return runFileBulk(ids, async (id) => {
    const current = (await readTags(tx, [id])).get(id) ?? [];
    await changeFile(tx, id, { tags: [...current, ...tags] }, actionContext);
  });
}

/** Removes tags from many files. */
export function removeTags(
  tx: Writing,
  ids: readonly string[],
  tags: readonly string[],
  actionContext: ActionContext,
): Promise<BulkOutcome> {
  const removed = new Set(tags.map(foldText));
  return runFileBulk(ids, async (id) => {
    const current = (await readTags(tx, [id])).get(id) ?? [];
    await changeFile(tx, id, { tags: current.filter((tag) => !removed.has(foldText(tag))) }, actionContext);
  });
}

/** Days until a trashed file is deleted. */
export const fileTrashDays = 30;

/**
 * Moves a file into the trash. Throws a `DomainError` ("in-use") that lists the places if it is
 * used.
 */
export async function trashFile(tx: Writing, id: string, { actor, now }: ActionContext): Promise<void> {
  const row = await lockFile(tx, id);
  const uses = await findUses(tx, id);
  if (uses.length > 0) throw refuseUsed(row.name, uses);
  const at = now.toISOString();
  await saveRow(tx, { ...row, deleted_at: at, updated_at: at, version: row.version + 1 });
  tx.invalidate(cacheTags.files);
  await recordAudit(tx, actor, "file.trash", id, row.name);
}

/** Restores a file from the trash unchanged. */
export async function restoreFile(tx: Writing, id: string, { actor, now }: ActionContext): Promise<void> {
  const row = await lockFile(tx, id, { isInTrash: true });
  const next = { ...row, deleted_at: null, updated_at: now.toISOString(), version: row.version + 1 };
  await saveRow(tx, next);
  tx.invalidate(cacheTags.files);
  await recordAudit(tx, actor, "file.restore", id, row.name);
}

/** Deletes a trashed file permanently; call `removeBytes` after the commit. */
export async function purgeFile(tx: Writing, id: string, { actor }: ActionContext): Promise<void> {
  const row = await lockFile(tx, id, { isInTrash: true });
  await tx.query.deleteFrom("files").where("id", "=", id).execute();
  tx.invalidate(cacheTags.library);
  await recordAudit(tx, actor, "file.purge", id, row.name);
}

/** Deletes the bytes of files without rows; the cleanup retries what fails. */
export async function removeBytes(store: FileStore, ids: readonly string[]): Promise<void> {
  for (const id of ids) for (const name of await store.listOf(id)) await store.remove(name);
}

function refuseUsed(name: string, uses: readonly FileUse[]): DomainError {
  const places = uses.length === 1 ? "in 1 place" : `in ${uses.length} places`;
  const fields = Object.fromEntries(uses.map((use, at) => [`uses.${at}`, describeUse(use)]));
  return new DomainError("in-use", `“${name}” is used ${places}. Remove it there first.`, {
    fields,
    detail: { uses },
  });
}

function describeUse(use: FileUse): string {
  if (use.where === "settings") return `Settings, ${use.field}`;
  const where = use.isInTrash ? "in the trash" : use.isLive ? "public" : "in a draft";
  return `${use.kind} “${use.title}”, ${use.field}, ${where}`;
}

interface Replacement extends ActionContext {
  accepted: AcceptedFile;
  version?: number | undefined;
}

/**
 * Replaces the bytes of a file at new addresses, because old ones may be cached forever. The
 * previous bytes can be restored for 30 days.
 */
export async function replaceFile(
  db: Database,
  store: FileStore,
  id: string,
  { accepted, version, ...actionContext }: Replacement,
): Promise<LibraryFile> {
  const revision = await write(db, (tx) => reserveRevision(tx, id, accepted, version));
  const stored = await storeFile(store, accepted, { id, revision });
  try {
    return await write(db, (tx) => recordReplacement(tx, id, stored, { ...actionContext, version }));
  } catch (error) {
    await removeStoredUpload(store, stored);
    throw error;
  }
}

/** Restores the bytes from before the last replacement, and keeps the current ones as previous. */
export async function bringBack(tx: Writing, id: string, actionContext: ActionContext): Promise<LibraryFile> {
  const row = await lockFile(tx, id);
  const previous = readPrevious(row);
  if (!previous) throw new DomainError("missing", "There is no previous file to restore.");
  const { until: _, ...about } = previous;
  return switchBytes(tx, row, about, actionContext, "file.bring-back");
}

/** Reserves a revision number, used even if the upload fails. */
async function reserveRevision(
  tx: Writing,
  id: string,
  { type }: AcceptedFile,
  version: number | undefined,
): Promise<number> {
  const row = await lockFile(tx, id, { version });
  if ((row.type === pdfType) !== (type === pdfType)) throw refuseOtherKind(row);
  const revision = row.last_revision + 1;
  await tx.query.updateTable("files").set({ last_revision: revision }).where("id", "=", id).execute();
  return revision;
}

async function recordReplacement(
  tx: Writing,
  id: string,
  stored: StoredUpload,
  { version, ...actionContext }: ActionContext & { version: number | undefined },
): Promise<LibraryFile> {
  const row = await lockFile(tx, id, { version });
  const { revision, width, height, placeholder, pages, bytes } = stored;
  const next = { revision, width, height, placeholder, pages, bytes };
  return switchBytes(tx, row, next, actionContext, "file.replace");
}

async function switchBytes(
  tx: Writing,
  row: FileRow,
  next: Omit<PreviousFile, "until">,
  { actor, now }: ActionContext,
  action: OtherAction,
): Promise<LibraryFile> {
  const { revision, width, height, placeholder, pages, bytes } = row;
  const at = now.toISOString();
  const previous: PreviousFile = { revision, width, height, placeholder, pages, bytes, until: at };
  const tags = (await readTags(tx, [row.id])).get(row.id) ?? [];
  const changed: FileRow = {
    ...row,
    ...next,
    previous: JSON.stringify(previous),
    content_hash: null,
    version: row.version + 1,
    updated_at: at,
  };
  await saveRow(tx, changed);
  tx.invalidate(cacheTags.files);
  await recordAudit(tx, actor, action, row.id, row.name);
  return presentLibraryFile(changed, tags);
}

function refuseOtherKind({ type }: FileRow): DomainError {
  const sentence =
    type === pdfType
      ? "This is a PDF for downloads; replace it by a PDF."
      : "This is a picture; replace it by a picture.";
  return new DomainError("invalid", sentence, { fields: { file: sentence } });
}
