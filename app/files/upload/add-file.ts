import { cacheTags } from "#app/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { altSchema, cleanName, foldText, searchText, setTags } from "../library/file-text.ts";
import { acceptPicture } from "../pictures/accept-picture.ts";
import type { Picture } from "../pictures/picture.ts";
import type { FileStore } from "../store/store.ts";
import { dropFile, type StoredUpload, storeFile } from "./accepted-file.ts";

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
  const { tags = [], upload } = note;
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
    upload_key: upload?.key ?? null,
    upload_hash: upload?.hash ?? null,
  };
  await tx.query.insertInto("files").values(row).execute();
  await setTags(tx, stored.id, tags);
  tx.invalidate(cacheTags.library);
  return { alt };
}
