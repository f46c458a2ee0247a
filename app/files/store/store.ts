import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";

export interface StoredFile {
  name: string;
  /** When it was last written. */
  changedAt: Date;
}

/** A file that nothing showed any more when it was moved here. */
export interface TrashedFile {
  name: string;
  /** When it was moved, such as "2026-11-22". */
  day: string;
}

/** Where the bytes of files are kept; names are `<file id>/<name>`. */
export interface FileStore {
  /** Keeps the whole file or nothing; it has reached the disk when this resolves. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Null when there is no such file. */
  read(name: string): Promise<Uint8Array<ArrayBuffer> | null>;
  list(): Promise<StoredFile[]>;
  /** The names kept of one file. */
  listOf(id: string): Promise<string[]>;
  /** Deletes for good; no error when there is none. */
  remove(name: string): Promise<void>;
  /** Moves a file into the trash of a day, such as "2026-11-22"; no error when there is none. */
  discard(name: string, day: string): Promise<void>;
  listTrash(): Promise<TrashedFile[]>;
  /** Moves a file from the trash back to where it was. */
  bringBack(file: TrashedFile): Promise<void>;
  /** Deletes a file of the trash for good. */
  purge(file: TrashedFile): Promise<void>;
  /** A text kept beside the files that says whose they are; null when there is none. */
  readMark(): Promise<string | null>;
  writeMark(text: string): Promise<void>;
  /** Puts aside what is still coming in, so that many at once don't fill the memory; nothing is kept by it. */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<StoreDraft>;
  /** Removes what a killed process left half written. */
  removeStale(now: Date): Promise<void>;
}

/** The store gave no answer, or nothing but trouble; it may be back in a moment. */
export class StoreUnavailable extends Error {
  override name = "StoreUnavailable";
}

/** Bytes that have come in and are not looked through yet. */
export interface StoreDraft {
  size: number;
  read(): Promise<Uint8Array<ArrayBuffer>>;
  /** To be called whatever became of it. */
  drop(): Promise<void>;
}

/** Whether a name is one that we give to kept files. */
export function isName(name: string): boolean {
  return /^[a-z0-9-]{8,64}\/[a-z0-9-]{1,64}\.[a-z0-9]{1,8}$/.test(name);
}

/** Where a store keeps its trash and its mark, beside the files; no file can have such a name. */
export const trashName = ".trash";
export const markName = ".frontdesk.json";

export function trashPath({ name, day }: TrashedFile): string {
  checkName(name);
  if (!isDay(day)) throw new Error(`Not a day of the trash: ${JSON.stringify(day)}`);
  return `${trashName}/${day}/${name}`;
}

/** What a path within a store says; null for anything that is not a file of the trash. */
export function readTrashPath(path: string): TrashedFile | null {
  const [trash, day = "", ...rest] = path.split("/");
  const name = rest.join("/");
  return trash === trashName && isDay(day) && isName(name) ? { name, day } : null;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text);
}

/** Throws for any name that is not one of ours, so that none can lead out of the store. */
export function checkName(name: string): void {
  if (!isName(name)) throw new Error(`Not a name of a kept file: ${JSON.stringify(name)}`);
}

/** Puts every file of another store into this one, unless it has it; answers how many. Nothing of the other is changed. */
export async function copyMissingFiles(from: FileStore, to: FileStore): Promise<number> {
  const there = new Set((await to.list()).map(({ name }) => name));
  let taken = 0;
  for (const { name } of await from.list()) {
    const bytes = there.has(name) ? null : await from.read(name);
    if (bytes === null) continue;
    await to.put(name, bytes);
    taken += 1;
  }
  return taken;
}

/** A folder for what is still being written or received. */
export interface Drafts {
  /** A path that nobody else writes to. */
  newPath(): string;
  receive(chunks: AsyncIterable<Uint8Array>): Promise<StoreDraft>;
  removeStale(now: Date): Promise<void>;
}

/** Longer than the slowest upload takes to come in and wait its turn. */
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
  const drop = () => rm(path, { force: true });
  let size = 0;
  try {
    await using file = await open(path, "wx", 0o640);
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      size += chunk.byteLength;
    }
  } catch (error) {
    await drop();
    throw error;
  }
  return { size, read: () => readFile(path), drop };
}

async function removeStaleDrafts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtimeMs < now.getTime() - draftMs) await rm(path, { force: true });
  }
}
