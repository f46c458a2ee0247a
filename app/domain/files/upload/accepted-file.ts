import { revisedName } from "#app/domain/files/library/file-address.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { newId } from "#app/platform/runtime/id.ts";
import type { FileStore } from "../store/store.ts";

/** A file whose bytes are stored, but which has no row yet. */
export interface StoredUpload extends Omit<AcceptedFile, "files"> {
  id: string;
  revision: number;
  /** Total size of all stored files. */
  bytes: number;
  storedNames: string[];
}

/** Stores the bytes of a file. Slow, so call it before a transaction. */
export async function storeFile(
  store: FileStore,
  { files, ...about }: AcceptedFile,
  { id, revision } = { id: newId(), revision: 1 },
): Promise<StoredUpload> {
  const storedNames = files.map(({ name }) => `${id}/${revisedName(revision, name)}`);
  const stored = { ...about, id, revision, bytes: totalBytes(files), storedNames };
  try {
    for (const { name, bytes } of files) await store.put(`${id}/${revisedName(revision, name)}`, bytes);
    return stored;
  } catch (error) {
    await removeStoredUpload(store, stored);
    throw error;
  }
}

/** Removes the bytes of a failed upload. */
export async function removeStoredUpload(store: FileStore, { storedNames }: StoredUpload): Promise<void> {
  for (const name of storedNames) await store.remove(name).catch(() => {});
}

/** Total size of all files of a picture. */
export function totalBytes(files: AcceptedFile["files"]): number {
  return files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
}

/** Converts a full disk to a message for users; returns other errors unchanged. */
export function asDiskFullError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG"
    ? new DomainError(
        "unavailable",
        "The file storage is full, so the file was not saved. Contact the administrator of this server.",
      )
    : error;
}

/** The error for a refused file. */
export function refuseFile(sentence: string): DomainError {
  return new DomainError("invalid", sentence, { fields: { file: sentence } });
}

/** A checked file that is ready to be stored. */
export interface AcceptedFile {
  type: "image/webp" | "application/pdf";
  /** In pixels for pictures; 0 for documents. */
  width: number;
  height: number;
  /** A tiny blurred picture as a data URL; empty for documents. */
  placeholder: string;
  /** Page count of a document, if known. */
  pages: number | null;
  /** File name, such as `640.avif`, and bytes. */
  files: { name: string; bytes: Uint8Array }[];
}
