import { createHash } from "node:crypto";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { acceptDocument, isPdf } from "#app/domain/files/documents/accept-document.ts";
import { changeFile } from "#app/domain/files/library/change-file.ts";
import {
  altSchema,
  cleanName,
  searchText,
  setTags,
  tagsSchema,
} from "#app/domain/files/library/file-text.ts";
import { type LibraryFile, presentAll, readFile } from "#app/domain/files/library/library.ts";
import { acceptPicture } from "#app/domain/files/pictures/accept-picture.ts";
import type { FileStore, StoreDraft } from "#app/domain/files/store/store.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { foldText } from "#app/lib/text/fold.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import {
  BrokenForm,
  EndedEarly,
  type FormPart,
  readMultipart,
  readPartText,
} from "#app/platform/http/bodies/multipart.ts";
import { createQueue } from "#app/platform/jobs/background-work.ts";
import { countAttempt, type Limit } from "#app/platform/limits/limits.ts";
import type { Picture } from "../pictures/picture.ts";
import {
  type AcceptedFile,
  asDiskFullError,
  removeStoredUpload,
  type StoredUpload,
  storeFile,
} from "./accepted-file.ts";

export interface Upload extends ActionContext {
  file: Received;
  /** Idempotency key of the sender, valid for a day. */
  key: string | null;
}

/** Limits uploads in memory; others wait on disk. */
const intake = createQueue(2);

export interface Uploaded {
  file: LibraryFile;
  /** Whether the library already had these bytes. */
  isKnown: boolean;
}

/**
 * Adds a file to the library. Equal bytes are stored once, and the existing file gets the
 * alternative text if it has none; throws a `DomainError` for a refused file.
 */
export function addUpload(db: Database, store: FileStore, upload: Upload): Promise<Uploaded> {
  return intake(async () => {
    const bytes = await upload.file.draft.read();
    const contentHash = hashOf(bytes);
    const idempotency = idempotencyOf(upload, contentHash);
    const again = idempotency && (await findKnown(db, idempotency));
    if (again) return { file: again, isKnown: false };
    const texts = checkTexts(upload.file);
    await countUpload(db, upload);
    const known = await findSameBytes(db, { ...upload, alt: texts.alt, once: idempotency, contentHash });
    if (known) return known;
    try {
      const accepted = await acceptFile(bytes);
      return {
        file: await addFile(db, store, accepted, { ...upload, ...texts, once: idempotency, contentHash }),
        isKnown: false,
      };
    } catch (error) {
      const same =
        idempotency && db.dialect.isUniqueViolation(error) ? await findKnown(db, idempotency) : null;
      if (same) return { file: same, isKnown: false };
      throw asDiskFullError(error);
    }
  });
}

/**
 * Finds the library file with these bytes and adds the alternative text if it has none; null for
 * new bytes. The same request, handled by another process in the meantime, gets the same answer.
 */
async function findSameBytes(
  db: Database,
  { alt, once, contentHash, ...actionContext }: ActionContext & UploadFacts,
): Promise<Uploaded | null> {
  const row = await db.query
    .selectFrom("files")
    .select(["id", "alt", "idempotency_key"])
    .where("content_hash", "=", contentHash)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .executeTakeFirst();
  if (!row) return null;
  const isKnown = once === null || row.idempotency_key !== once.key;
  if (alt === "" || row.alt !== "") return { file: await readFile(db, row.id), isKnown };
  return { file: await write(db, (tx) => changeFile(tx, row.id, { alt }, actionContext)), isKnown };
}

/** Checks a replacement for a file. Throws a `DomainError` for a refused file. */
export function acceptUpload(db: Database, upload: Omit<Upload, "key">): Promise<AcceptedFile> {
  return intake(async () => {
    await countUpload(db, upload);
    return acceptFile(await upload.file.draft.read());
  });
}

interface Idempotency {
  key: string;
  hash: string;
}

interface UploadFacts {
  alt: string;
  once: Idempotency | null;
  contentHash: string;
}

async function addFile(
  db: Database,
  store: FileStore,
  accepted: AcceptedFile,
  { file, alt, tags, once, contentHash, actor, now }: Upload & UploadFacts & { tags: string[] },
): Promise<LibraryFile> {
  const stored = await storeFile(store, accepted);
  try {
    await write(db, async (tx) => {
      const note = { name: file.name, alt, tags, contentHash, actor, now, ...(once && { upload: once }) };
      await insertFile(tx, stored, note);
      await recordAudit(tx, actor, "file.add", stored.id, file.name.slice(-120));
    });
  } catch (error) {
    await removeStoredUpload(store, stored);
    throw error;
  }
  return readFile(db, stored.id);
}

function checkTexts({ alt, tags }: Received): { alt: string; tags: string[] } {
  const read = altSchema.safeParse(alt);
  if (!read.success) throw validationError(read.error.issues.map((issue) => ({ ...issue, path: ["alt"] })));
  return { alt: read.data, tags: readTagList(tags) };
}

/** Reads tags separated by commas. Throws a `DomainError`. */
export function readTagList(text: string): string[] {
  const list = text.split(/[,،]/).filter((tag) => tag.trim() !== "");
  const read = tagsSchema.safeParse(list);
  if (read.success) return read.data;
  throw validationError(read.error.issues.map((issue) => ({ ...issue, path: ["tags"] })));
}

function idempotencyOf({ key, actor }: Upload, contentHash: string): Idempotency | null {
  return key === null ? null : { key: hashOf(JSON.stringify([actor.id, key])), hash: contentHash };
}

function hashOf(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("base64url");
}

async function findKnown(db: Database, { key, hash }: Idempotency): Promise<LibraryFile | null> {
  const row = await db.query
    .selectFrom("files")
    .selectAll()
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.fingerprint === hash) return (await presentAll(db, [row]))[0] ?? null;
  const message = "This key was used for another file; use a new one";
  throw new DomainError("invalid", message, { fields: { "Idempotency-Key": message } });
}

/** Accepts a picture or a PDF, by content and not by name. Throws a `DomainError` for any other file. */
function acceptFile(bytes: Uint8Array): Promise<AcceptedFile> {
  return isPdf(bytes) ? acceptDocument(bytes) : acceptPicture(bytes);
}

/** Uploads per person and half hour, enough for the pictures of an event. */
export const maxUploads = 120;
const seconds = 30 * 60;

/** Stored bytes of one person's uploads per day. */
export const maxBytesPerDay = 500_000_000;

export function uploadLimits(personId: string): Limit[] {
  return [{ rule: "upload", subject: personId, max: maxUploads, seconds }];
}

/** Counts an upload attempt. Throws a `DomainError` ("too-many") with the waiting time. */
async function countUpload(db: Database, { actor, now }: ActionContext): Promise<void> {
  await write(db, (tx) => countAttempt(tx, uploadLimits(actor.id), now));
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  const row = await db.query
    .selectFrom("files")
    .select((eb) => eb.fn.sum<number | null>("bytes").as("bytes"))
    .where("created_by", "=", actor.id)
    .where("created_at", ">", dayAgo)
    .executeTakeFirst();
  if (Number(row?.bytes ?? 0) < maxBytesPerDay) return;
  throw new DomainError("too-many", "You have sent 500 MB within a day. Please continue tomorrow.", {
    detail: 3600,
  });
}

export interface FileNote {
  /** Original file name, shown in the library but never part of an address. */
  name: string;
  alt: string;
  focal?: [number, number];
  tags?: readonly string[];
  actor: { id: string };
  now: Date;
  /** Identifies a repeated upload, with a hash of its content. */
  upload?: { key: string; hash: string };
  /** Hash of the uploaded bytes, to find the same file. */
  contentHash?: string;
}

/**
 * Adds a picture to the library. Throws a `DomainError` for other files and then stores nothing.
 */
export async function addPicture(
  db: Database,
  store: FileStore,
  { bytes, ...note }: FileNote & { bytes: Uint8Array },
): Promise<Picture> {
  const stored = await storeFile(store, await acceptPicture(bytes));
  try {
    const { alt } = await write(db, (tx) => insertFile(tx, stored, note));
    const { id, revision, width, height, placeholder } = stored;
    return { id, revision, alt, width, height, focal: note.focal ?? [0.5, 0.5], placeholder };
  } catch (error) {
    await removeStoredUpload(store, stored);
    throw error;
  }
}

/** Inserts the row of a stored file. No page shows it yet, so no page is invalidated. */
export async function insertFile(
  tx: Writing,
  stored: StoredUpload,
  note: FileNote,
): Promise<{ alt: string }> {
  const { storedNames: _, ...about } = stored;
  const [focal_x, focal_y] = note.focal ?? [0.5, 0.5];
  const { tags = [], upload, contentHash = null } = note;
  const [name, alt, at] = [cleanName(note.name), altSchema.parse(note.alt), note.now.toISOString()];
  const row = {
    ...about,
    name,
    name_key: foldText(name),
    alt,
    focal_x,
    focal_y,
    search: searchText({ name, alt, tags }),
    created_at: at,
    updated_at: at,
    created_by: note.actor.id,
    idempotency_key: upload?.key ?? null,
    fingerprint: upload?.hash ?? null,
    content_hash: contentHash,
  };
  await tx.query.insertInto("files").values(row).execute();
  await setTags(tx, stored.id, tags);
  tx.invalidate(cacheTags.library);
  return { alt };
}

/** A received file with its texts. */
export interface Received {
  name: string;
  alt: string;
  /** Separated by commas. */
  tags: string;
  draft: StoreDraft;
}

/** One byte more than the limit, to detect a file that is too large. */
const maxReceivedBytes = 10_000_001;
const maxFieldBytes = 8_000;
/** Maximum files per form. */
export const maxFiles = 20;

/**
 * Receives the files of a form, passes them to `work` and then deletes the drafts. The fields `alt`
 * and `tags` apply to later files, `alt` to the next one only; other fields go to `texts`.
 */
export async function receiveUploads<Result>(
  store: FileStore,
  request: Request,
  work: (files: Received[], texts: Map<string, string>) => Promise<Result>,
): Promise<Result> {
  const files: Received[] = [];
  const texts = new Map<string, string>();
  try {
    for await (const part of readMultipart(request)) {
      if (part.fileName === null) await readField(part, texts);
      else await receiveFile(store, part, files, texts);
    }
    return await work(files, texts);
  } catch (error) {
    if (error instanceof EndedEarly) throw new DomainError("invalid", "The upload was interrupted.");
    if (error instanceof BrokenForm) throw new DomainError("invalid", error.message);
    throw asDiskFullError(error);
  } finally {
    for (const { draft } of files) await draft.discard();
  }
}

async function readField(part: FormPart, texts: Map<string, string>): Promise<void> {
  const text = await readPartText(part, maxFieldBytes);
  if (text === null) throw new BrokenForm(`“${part.name.slice(0, 40)}” is too long.`);
  texts.set(part.name, text);
}

async function receiveFile(
  store: FileStore,
  part: FormPart,
  files: Received[],
  texts: Map<string, string>,
): Promise<void> {
  const name = part.fileName ?? "";
  const draft = await store.receive(upTo(maxReceivedBytes, part.chunks));
  // A form without a chosen file sends an empty file without a name.
  if (name === "" && draft.size === 0) return draft.discard();
  files.push({ name, alt: texts.get("alt") ?? "", tags: texts.get("tags") ?? "", draft });
  texts.delete("alt");
  if (files.length > maxFiles) throw new BrokenForm(`Send at most ${maxFiles} files at a time.`);
}

/** Reads but discards the rest, so that later files can be received. */
async function* upTo(most: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    if (size < most) yield chunk.subarray(0, most - size);
    size += chunk.byteLength;
  }
}
