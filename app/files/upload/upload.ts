import { createHash } from "node:crypto";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { type Database, write } from "#app/database/database.ts";
import { acceptDocument, isPdf } from "#app/files/documents/accept-document.ts";
import { altSchema, tagsSchema } from "#app/files/library/file-text.ts";
import { presentAll, readFile } from "#app/files/library/library.ts";
import type { LibraryFile } from "#app/files/library/library-file.ts";
import { acceptPicture } from "#app/files/pictures/accept-picture.ts";
import { createQueue } from "#app/files/queue.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { countAttempt, type Limit } from "#app/http/ops/limits.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { type AcceptedFile, dropFile, explainFull, storeFile } from "./accepted-file.ts";
import { keepFile } from "./add-file.ts";
import type { Received } from "./receive-uploads.ts";

export interface Upload extends ActionContext {
  file: Received;
  /** Any text of the sender's own: what is sent again with it within a day is kept once. */
  key: string | null;
}

/** As many are in memory at the same time; the rest waits on the disk. */
const intake = createQueue(2);

/** Takes a file into the library. Throws a DomainError in words for what can't be taken; then nothing is kept. */
export function addUpload(db: Database, store: FileStore, upload: Upload): Promise<LibraryFile> {
  return intake(async () => {
    const bytes = await upload.file.draft.read();
    const once = onceOf(upload, bytes);
    const known = once && (await findKnown(db, once));
    if (known) return known;
    const said = checkWords(upload.file);
    await countUpload(db, upload);
    try {
      return await keep(db, store, await acceptFile(bytes), { ...upload, ...said, once });
    } catch (error) {
      const same = once && db.engine.isTaken(error) ? await findKnown(db, once) : null;
      if (same) return same;
      throw explainFull(error);
    }
  });
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

async function keep(
  db: Database,
  store: FileStore,
  accepted: AcceptedFile,
  { file, alt, tags, once, actor, now }: Upload & { alt: string; tags: string[]; once: Once | null },
): Promise<LibraryFile> {
  const stored = await storeFile(store, accepted);
  try {
    await write(db, async (tx) => {
      const note = { name: file.name, alt, tags, actor, now, ...(once && { upload: once }) };
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

function onceOf({ key, actor }: Upload, bytes: Uint8Array): Once | null {
  if (key === null) return null;
  const hash = (data: string | Uint8Array) => createHash("sha256").update(data).digest("base64url");
  return { key: hash(JSON.stringify([actor.id, key])), hash: hash(bytes) };
}

async function findKnown(db: Database, { key, hash }: Once): Promise<LibraryFile | null> {
  const row = await db.query.selectFrom("files").selectAll().where("upload_key", "=", key).executeTakeFirst();
  if (!row) return null;
  if (row.upload_hash === hash) return (await presentAll(db, [row]))[0] ?? null;
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
