import { type Database, type Writing, write } from "#app/database/database.ts";
import { labels } from "#app/database/labels.ts";
import { newId } from "#app/platform/id.ts";
import { plainText } from "#app/text/plain-text.ts";
import { type AcceptedPicture, acceptPicture } from "./accept-picture.ts";
import type { Picture } from "./picture.ts";
import type { FileStore } from "./store.ts";

export interface PictureNote {
  /** As its owner called the file; shown in the library, never part of an address. */
  name: string;
  alt: string;
  focal?: [number, number];
  actor: { id: string };
  now: Date;
}

/** A picture whose files are kept, and that nothing shows yet. */
export interface StoredPicture {
  id: string;
  width: number;
  height: number;
  placeholder: string;
  /** Of all its files. */
  bytes: number;
  fileNames: string[];
}

/** Takes a picture into the library. Throws a Refusal in words for what is no picture; then nothing is kept. */
export async function addPicture(
  db: Database,
  store: FileStore,
  { bytes, ...note }: PictureNote & { bytes: Uint8Array },
): Promise<Picture> {
  const stored = await storePicture(store, await acceptPicture(bytes));
  try {
    return await write(db, (tx) => keepPicture(tx, stored, note));
  } catch (error) {
    await dropPicture(store, stored);
    throw error;
  }
}

/** Keeps the files of a picture; this is slow, so it belongs before a transaction. */
export async function storePicture(store: FileStore, picture: AcceptedPicture): Promise<StoredPicture> {
  const { width, height, placeholder, files } = picture;
  const stored = {
    ...{ id: newId(), width, height, placeholder },
    bytes: totalBytes(files),
    fileNames: files.map((file) => file.name),
  };
  try {
    for (const file of files) await store.put(`${stored.id}/${file.name}`, file.bytes);
    return stored;
  } catch (error) {
    await dropPicture(store, stored);
    throw error;
  }
}

/** Enters a stored picture into the library. */
export async function keepPicture(tx: Writing, stored: StoredPicture, note: PictureNote): Promise<Picture> {
  const { id, width, height, placeholder, bytes } = stored;
  const [focal_x, focal_y] = note.focal ?? [0.5, 0.5];
  const row = {
    ...{ id, name: cleanName(note.name), type: "image/webp", bytes, width, height, placeholder },
    ...{ alt: plainText({ max: 1000 }).parse(note.alt), focal_x, focal_y },
    created_at: note.now.toISOString(),
    created_by: note.actor.id,
  };
  await tx.query.insertInto("files").values(row).execute();
  tx.touch(labels.files);
  return { id, alt: row.alt, width, height, focal: [focal_x, focal_y], placeholder };
}

/** Removes the files of a picture that came to nothing. */
export async function dropPicture(store: FileStore, { id, fileNames }: StoredPicture): Promise<void> {
  for (const name of fileNames) await store.remove(`${id}/${name}`).catch(() => {});
}

/** What all files of a picture take. */
export function totalBytes(files: AcceptedPicture["files"]): number {
  return files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
}

/** A file's name as text: no folders, nothing invisible, no turns of direction, and never empty. */
function cleanName(name: string): string {
  const last = name.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const plain = last.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "").trim();
  return plain.length <= 120 ? plain || "picture" : plain.slice(-120).toWellFormed();
}
