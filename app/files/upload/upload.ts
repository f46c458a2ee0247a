import { createHash } from "node:crypto";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { acceptDocument, isPdf } from "#app/files/documents/accept-document.ts";
import { changeFile } from "#app/files/library/change-file.ts";
import { altSchema, cleanName, searchText, setTags, tagsSchema } from "#app/files/library/file-text.ts";
import { type LibraryFile, presentAll, readFile } from "#app/files/library/library.ts";
import { acceptPicture } from "#app/files/pictures/accept-picture.ts";
import type { FileStore, StoreDraft } from "#app/files/store/store.ts";
import {
  BrokenForm,
  EndedEarly,
  type FormPart,
  readMultipart,
  readPartText,
} from "#app/http/bodies/multipart.ts";
import { createQueue } from "#app/platform/background-work.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { countAttempt, type Limit } from "#app/platform/limits/limits.ts";
import { foldText } from "#app/text/fold.ts";
import type { Picture } from "../pictures/picture.ts";
import {
  type AcceptedFile,
  asDiskFullError,
  dropFile,
  type StoredUpload,
  storeFile,
} from "./accepted-file.ts";

export interface Upload extends ActionContext {
  file: Received;
  /** Any text of the sender's own: what is sent again with it within a day is kept once. */
  key: string | null;
}

/** As many are in memory at the same time; the rest waits on the disk. */
const intake = createQueue(2);

export interface Uploaded {
  file: LibraryFile;
  /** Whether the library had it already, sent before with the same bytes. */
  isKnown: boolean;
}

/**
 * Takes a file into the library; the same bytes are stored once, and the existing file gets the alternative text if it has none.
 * Throws a DomainError in words for a refused file, and stores nothing then.
 */
export function addUpload(db: Database, store: FileStore, upload: Upload): Promise<Uploaded> {
  return intake(async () => {
    const bytes = await upload.file.draft.read();
    const contentHash = hashOf(bytes);
    const once = onceOf(upload, contentHash);
    const again = once && (await findKnown(db, once));
    if (again) return { file: again, isKnown: false };
    const said = checkWords(upload.file);
    await countUpload(db, upload);
    const known = await takeKnown(db, { ...upload, alt: said.alt, once, contentHash });
    if (known) return known;
    try {
      const accepted = await acceptFile(bytes);
      return {
        file: await keep(db, store, accepted, { ...upload, ...said, once, contentHash }),
        isKnown: false,
      };
    } catch (error) {
      const same = once && db.dialect.isUniqueViolation(error) ? await findKnown(db, once) : null;
      if (same) return { file: same, isKnown: false };
      throw asDiskFullError(error);
    }
  });
}

/**
 * The file of the library with these bytes, with the given alternative text if it had none; null for new bytes.
 * The same request, answered by another process meanwhile, gets the same answer.
 */
async function takeKnown(
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

/** Looks through a file that is to take the place of another. Throws a DomainError in words. */
export function acceptUpload(db: Database, upload: Omit<Upload, "key">): Promise<AcceptedFile> {
  return intake(async () => {
    await countUpload(db, upload);
    return acceptFile(await upload.file.draft.read());
  });
}

interface Once {
  key: string;
  hash: string;
}

interface UploadFacts {
  alt: string;
  once: Once | null;
  contentHash: string;
}

async function keep(
  db: Database,
  store: FileStore,
  accepted: AcceptedFile,
  { file, alt, tags, once, contentHash, actor, now }: Upload & UploadFacts & { tags: string[] },
): Promise<LibraryFile> {
  const stored = await storeFile(store, accepted);
  try {
    await write(db, async (tx) => {
      const note = { name: file.name, alt, tags, contentHash, actor, now, ...(once && { upload: once }) };
      await keepFile(tx, stored, note);
      await recordAudit(tx, actor, "file.add", stored.id, file.name.slice(-120));
    });
  } catch (error) {
    await dropFile(store, stored);
    throw error;
  }
  return readFile(db, stored.id);
}

function checkWords({ alt, tags }: Received): { alt: string; tags: string[] } {
  const read = altSchema.safeParse(alt);
  if (!read.success) throw validationError(read.error.issues.map((issue) => ({ ...issue, path: ["alt"] })));
  return { alt: read.data, tags: readTagList(tags) };
}

/** Tags as people type them, with commas between. Throws a DomainError. */
export function readTagList(text: string): string[] {
  const list = text.split(/[,،]/).filter((tag) => tag.trim() !== "");
  const read = tagsSchema.safeParse(list);
  if (read.success) return read.data;
  throw validationError(read.error.issues.map((issue) => ({ ...issue, path: ["tags"] })));
}

function onceOf({ key, actor }: Upload, contentHash: string): Once | null {
  return key === null ? null : { key: hashOf(JSON.stringify([actor.id, key])), hash: contentHash };
}

function hashOf(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("base64url");
}

async function findKnown(db: Database, { key, hash }: Once): Promise<LibraryFile | null> {
  const row = await db.query
    .selectFrom("files")
    .selectAll()
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.fingerprint === hash) return (await presentAll(db, [row]))[0] ?? null;
  const message = "This key was used for another file; take a new one";
  throw new DomainError("invalid", message, { fields: { "Idempotency-Key": message } });
}

/** Reads a picture or a PDF, whatever its name says. Throws a DomainError in words for anything else. */
function acceptFile(bytes: Uint8Array): Promise<AcceptedFile> {
  return isPdf(bytes) ? acceptDocument(bytes) : acceptPicture(bytes);
}

/** Enough for the pictures of an event at once; not for a script that has gone wild. */
export const mostUploads = 120;
const seconds = 30 * 60;

/** What one person's uploads of a day may take, as they are kept. */
export const mostBytesADay = 500_000_000;

export function uploadLimits(personId: string): Limit[] {
  return [{ rule: "upload", subject: personId, max: mostUploads, seconds }];
}

/** Counts one upload of a person, whatever becomes of it. Throws a DomainError ("too-many") that says how long to wait. */
async function countUpload(db: Database, { actor, now }: ActionContext): Promise<void> {
  await write(db, (tx) => countAttempt(tx, uploadLimits(actor.id), now));
  const dayAgo = new Date(now.getTime() - 86_400_000).toISOString();
  const row = await db.query
    .selectFrom("files")
    .select((eb) => eb.fn.sum<number | null>("bytes").as("bytes"))
    .where("created_by", "=", actor.id)
    .where("created_at", ">", dayAgo)
    .executeTakeFirst();
  if (Number(row?.bytes ?? 0) < mostBytesADay) return;
  throw new DomainError("too-many", "You have sent 500 MB within a day. Please go on tomorrow.", {
    detail: 3600,
  });
}

export interface FileNote {
  /** As its owner called the file; shown in the library, never part of an address. */
  name: string;
  alt: string;
  focal?: [number, number];
  tags?: readonly string[];
  actor: { id: string };
  now: Date;
  /** By which the same upload is known again, and what it held. */
  upload?: { key: string; hash: string };
  /** Of the bytes as they were uploaded, by which the same file is found again. */
  contentHash?: string;
}

/** Takes a picture into the library. Throws a DomainError in words for what is no picture; then nothing is kept. */
export async function addPicture(
  db: Database,
  store: FileStore,
  { bytes, ...note }: FileNote & { bytes: Uint8Array },
): Promise<Picture> {
  const stored = await storeFile(store, await acceptPicture(bytes));
  try {
    const { alt } = await write(db, (tx) => keepFile(tx, stored, note));
    const { id, revision, width, height, placeholder } = stored;
    return { id, revision, alt, width, height, focal: note.focal ?? [0.5, 0.5], placeholder };
  } catch (error) {
    await dropFile(store, stored);
    throw error;
  }
}

/** Enters a stored file into the library. No page shows it yet, so no page is dropped. */
export async function keepFile(tx: Writing, stored: StoredUpload, note: FileNote): Promise<{ alt: string }> {
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

/** A file that has come in whole, with what was said of it. */
export interface Received {
  name: string;
  alt: string;
  /** Separated by commas. */
  tags: string;
  draft: StoreDraft;
}

/** One byte more than any file may have, so that it is known for too large. */
const keptBytes = 10_000_001;
const mostFieldBytes = 8_000;
/** As many as one form may send. */
export const mostFiles = 20;

/**
 * Takes in the files of a form and hands them to `work`; whatever becomes of it, nothing of them is left afterwards. The
 * texts `alt` and `tags` speak of the files behind them, `alt` of the next one only; other texts go to `note`.
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
    if (error instanceof EndedEarly) throw new DomainError("invalid", "The form ended early.");
    if (error instanceof BrokenForm) throw new DomainError("invalid", error.message);
    throw asDiskFullError(error);
  } finally {
    for (const { draft } of files) await draft.drop();
  }
}

async function readField(part: FormPart, texts: Map<string, string>): Promise<void> {
  const text = await readPartText(part, mostFieldBytes);
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
  const draft = await store.receive(upTo(keptBytes, part.chunks));
  // A form with no file chosen sends one without name and bytes.
  if (name === "" && draft.size === 0) return draft.drop();
  files.push({ name, alt: texts.get("alt") ?? "", tags: texts.get("tags") ?? "", draft });
  texts.delete("alt");
  if (files.length > mostFiles) throw new BrokenForm(`Send at most ${mostFiles} files at a time.`);
}

/** The rest is read and forgotten, so that the files behind it still come in. */
async function* upTo(most: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of chunks) {
    if (size < most) yield chunk.subarray(0, most - size);
    size += chunk.byteLength;
  }
}
