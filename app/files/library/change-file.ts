import { z } from "zod";
import type { OtherAction } from "#app/audit/actions.ts";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { foldText } from "#app/text/fold.ts";
import { textExpected } from "#app/text/plain-text.ts";
import type { FileStore } from "../store/store.ts";
import { type AcceptedFile, dropFile, type StoredUpload, storeFile } from "../upload/accepted-file.ts";
import {
  altSchema,
  cleanName,
  longestFileName,
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

/** What can be said of a file; whatever is left out stays. */
export const fileChangeSchema = z.strictObject({
  name: z.string(textExpected).max(longestFileName, `Use at most ${longestFileName} characters`).optional(),
  alt: altSchema.optional(),
  focal: z
    .tuple([share, share], "Enter two numbers from 0 to 1")
    .optional()
    .meta({ description: "Where the subject is, from 0 to 1, left to right and top to bottom" }),
  tags: tagsSchema.optional(),
  version: z
    .int("Enter a whole number")
    .optional()
    .meta({ description: "The version that was read; when another has come since, nothing is changed" }),
});

/** Says something else of a file. Throws a DomainError that names each wrong field, or carries what stands there now ("stale"). */
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
  if (isShownOtherwise(row, next)) tx.invalidate(cacheTags.files);
  await recordAudit(tx, actor, "file.change", id, name);
  return presentLibraryFile(next, tags);
}

/** The row of a file, held until the transaction ends. Throws a DomainError when it is not there or was changed since `version`. */
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
  throw new DomainError("stale", "Somebody else has changed this file meanwhile. Nothing was overwritten.", {
    detail: presentLibraryFile(row, tags),
  });
}

async function saveRow(tx: Writing, { id, ...row }: FileRow): Promise<void> {
  await tx.query.updateTable("files").set(row).where("id", "=", id).execute();
  tx.invalidate(cacheTags.library);
}

/** Names and tags are for staff alone; no page shows them. */
function isShownOtherwise(before: FileRow, after: FileRow): boolean {
  return before.alt !== after.alt || before.focal_x !== after.focal_x || before.focal_y !== after.focal_y;
}

export type FileType = "picture" | "pdf";

/** What is there of some files; none of them can be put into the trash before this transaction has ended. */
export async function lockFiles(tx: Writing, ids: readonly string[]): Promise<Map<string, FileType>> {
  if (ids.length === 0) return new Map();
  // In one order, so that two who hold the same files never wait for each other for ever.
  await tx.locks.acquire(tx.query, ...ids.toSorted().map((id) => `file:${id}`));
  const rows = await tx.query
    .selectFrom("files")
    .select(["id", "type"])
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, type }) => [id, type === pdfType ? "pdf" : "picture"]));
}

/** As many as one action may touch. */
export const mostFilesAtOnce = 100;

export interface BulkOutcome {
  done: string[];
  refused: { id: string; message: string }[];
}

/** Does the same to many files in one transaction; those that can't are named and left as they are, the others are done. */
export async function runFileBulk(
  ids: readonly string[],
  work: (id: string) => Promise<unknown>,
): Promise<BulkOutcome> {
  if (ids.length > mostFilesAtOnce)
    throw new DomainError("invalid", `Choose at most ${mostFilesAtOnce} files at a time.`);
  const outcome: BulkOutcome = { done: [], refused: [] };
  // In one order, so that two people who choose the same files never wait for each other for ever.
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

/** Gives many files some tags more. */
export function addTags(
  tx: Writing,
  ids: readonly string[],
  tags: readonly string[],
  actionContext: ActionContext,
): Promise<BulkOutcome> {
  return runFileBulk(ids, async (id) => {
    const there = (await readTags(tx, [id])).get(id) ?? [];
    await changeFile(tx, id, { tags: [...there, ...tags] }, actionContext);
  });
}

/** Takes some tags from many files. */
export function removeTags(
  tx: Writing,
  ids: readonly string[],
  tags: readonly string[],
  actionContext: ActionContext,
): Promise<BulkOutcome> {
  const gone = new Set(tags.map(foldText));
  return runFileBulk(ids, async (id) => {
    const there = (await readTags(tx, [id])).get(id) ?? [];
    await changeFile(tx, id, { tags: there.filter((tag) => !gone.has(foldText(tag))) }, actionContext);
  });
}

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
 * Puts other bytes in the place of a file: all that shows it shows the new one, at new addresses, because the old ones may be
 * kept for ever. What was there before can be brought back for 30 days.
 */
export async function replaceFile(
  db: Database,
  store: FileStore,
  id: string,
  { accepted, version, ...actionContext }: Replacement,
): Promise<LibraryFile> {
  const revision = await write(db, (tx) => takeRevision(tx, id, accepted, version));
  const stored = await storeFile(store, accepted, { id, revision });
  try {
    return await write(db, (tx) => putInPlace(tx, id, stored, { ...actionContext, version }));
  } catch (error) {
    await dropFile(store, stored);
    throw error;
  }
}

/** Brings back what was there before the last replacement; what it replaced can be brought back in turn. */
export async function bringBack(tx: Writing, id: string, actionContext: ActionContext): Promise<LibraryFile> {
  const row = await lockFile(tx, id);
  const previous = readPrevious(row);
  if (!previous) throw new DomainError("missing", "There is nothing left to bring back.");
  const { until: _, ...about } = previous;
  return show(tx, row, about, actionContext, "file.bring-back");
}

/** A number that no bytes of this file ever had, kept even if these come to nothing. */
async function takeRevision(
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

async function putInPlace(
  tx: Writing,
  id: string,
  stored: StoredUpload,
  { version, ...actionContext }: ActionContext & { version: number | undefined },
): Promise<LibraryFile> {
  const row = await lockFile(tx, id, { version });
  const { revision, width, height, placeholder, pages, bytes } = stored;
  const next = { revision, width, height, placeholder, pages, bytes };
  return show(tx, row, next, actionContext, "file.replace");
}

async function show(
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
