import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";

export interface StoredFile {
  name: string;
  /** Time of the last write. */
  changedAt: Date;
}

/** A file moved here because no row referred to it. */
export interface TrashedFile {
  name: string;
  /** Day of the move, such as "2026-11-22". */
  day: string;
}

/** Storage of file bytes under names like `<file id>/<name>`. */
export interface FileStore {
  /** Stores the whole file or nothing; durable when it resolves. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null if the file does not exist. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  list(): Promise<StoredFile[]>;
  /** Stored names of one file. */
  listOf(id: string): Promise<string[]>;
  /** Deletes permanently; succeeds if the file does not exist. */
  remove(name: string): Promise<void>;
  /** Moves a file into the trash of a day, such as "2026-11-22"; succeeds if it does not exist. */
  discard(name: string, day: string): Promise<void>;
  listTrash(): Promise<TrashedFile[]>;
  /** Moves a file from the trash back to its place. */
  bringBack(file: TrashedFile): Promise<void>;
  /** Permanently deletes a trashed file. */
  purge(file: TrashedFile): Promise<void>;
  /** The mark that names the owner of the files; null without one. */
  readMark(): Promise<string | null>;
  writeMark(text: string): Promise<void>;
  /** Writes an upload to a draft, to limit memory use; does not store it. */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<StoreDraft>;
  /** Removes drafts left by killed processes. */
  removeStale(now: Date): Promise<void>;
}

/** The store did not answer or had a temporary error. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

/** Received bytes before validation. */
export interface StoreDraft {
  size: number;
  read(): Promise<Uint8Array<ArrayBuffer>>;
  /** Deletes the draft; always call it. */
  discard(): Promise<void>;
}

/** Whether a name has the form of stored names. */
export function isName(name: string): boolean {
  return /^[a-z0-9-]{8,64}\/[a-z0-9-]{1,64}\.[a-z0-9]{1,8}$/.test(name);
}

/** Names of the trash and the mark in a store; no file can have such a name. */
export const trashName = ".trash";
export const markName = ".frontdesk.json";

export function trashPath({ name, day }: TrashedFile): string {
  checkName(name);
  if (!isDay(day)) throw new Error(`Not a day of the trash: ${JSON.stringify(day)}`);
  return `${trashName}/${day}/${name}`;
}

/** Parses a path in the trash; null for any other path. */
export function readTrashPath(path: string): TrashedFile | null {
  const [trash, day = "", ...rest] = path.split("/");
  const name = rest.join("/");
  return trash === trashName && isDay(day) && isName(name) ? { name, day } : null;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** Throws for an invalid name, so that no path leaves the store. */
export function checkName(name: string): void {
  if (!isName(name)) throw new Error(`Not a name of a stored file: ${JSON.stringify(name)}`);
}

/** Copies files that the target lacks; returns their number. */
export async function copyMissingFiles(from: FileStore, to: FileStore): Promise<number> {
  const existing = new Set((await to.list()).map(({ name }) => name));
  let copied = 0;
  for (const { name } of await from.list()) {
    const bytes = existing.has(name) ? null : await from.read(name);
    if (bytes === null) continue;
    await to.put(name, bytes);
    copied += 1;
  }
  return copied;
}

/** A folder for files being written or received. */
export interface Drafts {
  /** A new unique path. */
  newPath(): string;
  receive(chunks: AsyncIterable<Uint8Array>): Promise<StoreDraft>;
  removeStale(now: Date): Promise<void>;
}

/** Longer than the slowest upload and its wait in the queue. */
const draftMs = 20 * 60_000;

export async function openDrafts(folder: string): Promise<Drafts> {
  await mkdir(folder, { recursive: true });
  const newPath = () => join(folder, randomUUID());
  return {
    newPath,
    receive: (chunks) => receive(newPath(), chunks),
    removeStale: (now) => removeStaleDrafts(folder, now),
  };
}

async function receive(path: string, chunks: AsyncIterable<Uint8Array>): Promise<StoreDraft> {
  const discard = () => rm(path, { force: true });
  let size = 0;
  try {
    await using file = await open(path, "wx", 0o640);
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      size += chunk.byteLength;
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return { size, read: () => readFile(path), discard };
}

async function removeStaleDrafts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < now.getTime() - draftMs) await rm(path, { force: true });
  }
}
