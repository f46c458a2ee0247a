import sharp from "sharp";
import { acceptDocument } from "#app/domain/files/documents/accept-document.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { type StoredUpload, storeFile } from "#app/domain/files/upload/accepted-file.ts";
import { type FileNote, insertFile } from "#app/domain/files/upload/upload.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import { aPdf } from "./pdf.ts";

export const libraryContext = {
  actor: { id: "tester", requestId: "test" },
  now: new Date("2026-03-01T10:00:00.000Z"),
};

/** Adds a picture to the library table without storing a file. */
export async function aRow(db: Database, about: Partial<FileNote & { bytes: number }> = {}): Promise<string> {
  const { bytes = 9, ...note } = about;
  const stored: StoredUpload = {
    id: newId(),
    revision: 1,
    type: "image/webp",
    width: 1000,
    height: 500,
    pages: null,
    placeholder: "data:,",
    bytes,
    storedNames: [],
  };
  await write(db, (tx) =>
    insertFile(tx, stored, { name: "mill.jpg", alt: "A mill", ...libraryContext, ...note }),
  );
  return stored.id;
}

export async function aDocument(db: Database, store: FileStore, name = "prices.pdf"): Promise<string> {
  const stored = await storeFile(store, await acceptDocument(aPdf()));
  await write(db, (tx) => insertFile(tx, stored, { name, alt: "", ...libraryContext }));
  return stored.id;
}

/** JPEG of one colour. */
export function aJpeg(width = 400, height = 300, background = "teal"): Promise<Buffer<ArrayBuffer>> {
  // sharp allocates a new ArrayBuffer for each result.
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;
}
