import { revisedName } from "#app/files/library/file-address.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import type { FileStore } from "../store/store.ts";

/** A file whose bytes are kept, and that nothing shows yet. */
export interface StoredUpload extends Omit<AcceptedFile, "files"> {
  id: string;
  revision: number;
  /** Of all its stored files. */
  bytes: number;
  storedNames: string[];
}

/** Keeps the bytes of a file; this is slow, so it belongs before a transaction. */
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
    await dropFile(store, stored);
    throw error;
  }
}

/** Removes the bytes of a file that came to nothing. */
export async function dropFile(store: FileStore, { storedNames }: StoredUpload): Promise<void> {
  for (const name of storedNames) await store.remove(name).catch(() => {});
}

/** What all files of a picture take. */
export function totalBytes(files: AcceptedFile["files"]): number {
  return files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
}

/** What to throw in place of an error: when there is no room left for files, that in words. */
export function asDiskFullError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG"
    ? new DomainError(
        "unavailable",
        "There is no room left for files, so nothing was kept. Tell whoever runs this server.",
      )
    : error;
}

/** Says of a file that was sent why it is not taken. */
export function refuseFile(sentence: string): DomainError {
  return new DomainError("invalid", sentence, { fields: { file: sentence } });
}

/** A file that was looked through and is ready to be kept. */
export interface AcceptedFile {
  type: "image/webp" | "application/pdf";
  /** Of pictures; 0 for documents. */
  width: number;
  height: number;
  /** A tiny blurred picture as a data address; empty for documents. */
  placeholder: string;
  /** Of documents, where it could be told. */
  pages: number | null;
  /** File name, such as `640.avif`, and bytes. */
  files: { name: string; bytes: Uint8Array }[];
}
