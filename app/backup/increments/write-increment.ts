import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { FileStore, StoredFile } from "#app/files/store/store.ts";
import { type BackupStore, isAhead, readBackupName, type StoredBackup } from "../backup-store.ts";
import { sha256Of } from "../file/format.ts";
import { pack } from "../file/packing.ts";
import {
  findChanged,
  hashPages,
  type PageContent,
  type PageHashes,
  type PageHeader,
  pageLines,
  readRuns,
} from "./page-file.ts";
import { chooseExpiredPages, listSets, newSet, pageName } from "./page-sets.ts";

export interface IncrementOptions {
  /** Where whole backups are kept, and beside them bases and increments. */
  backups: BackupStore;
  pages: BackupStore;
  /** A copy of the embedded database, as one moment left it. */
  copy: string;
  takenAt: Date;
  /** What is stored of the library on this machine; null where files are kept elsewhere. */
  files: Pick<FileStore, "list" | "read"> | null;
  /** An age identity; null leaves them open. */
  key: string | null;
  /** As `readProductVersion` says it. */
  product: string;
  /** Of this machine's own: what it knows of the set it adds to. */
  stateFolder: string;
}

export interface WrittenIncrement {
  /** Of the increment, or of the base where one was due. */
  name: string;
  set: string;
  takenAt: string;
  bytes: number;
  baseBytes: number;
  /** Pages that were written. */
  pages: number;
  /** Stored files that no backup had yet. */
  files: number;
}

/**
 * Keeps what has changed in the database since the base of its set, and the files that were stored since. A new set is begun
 * with every whole backup, and where most pages have changed. Each increment stands on its base alone. Answers null as long as
 * there is no whole backup to stand on. However it ends, what was kept before stays good.
 */
export async function writeIncrement(options: IncrementOptions): Promise<WrittenIncrement | null> {
  const { backups, pages, copy, files, stateFolder } = options;
  const whole = (await backups.list()).find(({ name }) => canStandOn(name, options));
  if (!whole) return null;
  const now = hashPages(copy);
  const known = readState(stateFolder);
  const changed =
    known && (await isOpen(known.state, whole, now, options)) ? findChanged(known.hashes, now) : null;
  // Bytes are stored before a row names them: listed now, all are there that the copy names.
  const stored = files ? await files.list() : [];
  const written =
    known && changed !== null && changed.length * 2 <= now.pageCount
      ? await addToSet(options, known.state, { now, changed, stored })
      : await beginSet(options, whole, { now, stored });
  for (const name of chooseExpiredPages(await pages.list())) await pages.remove(name);
  return written;
}

/** One that holds the files, and that a restore takes: sealed where all are to be, and not dated in the future. */
function canStandOn(name: string, { key, takenAt }: IncrementOptions): boolean {
  const about = readBackupName(name);
  if (about === null || about.reason === "update" || isAhead(about.takenAt, takenAt)) return false;
  return about.isSealed || key === null;
}

interface Found {
  now: PageHashes;
  stored: readonly StoredFile[];
}

async function addToSet(
  options: IncrementOptions,
  before: IncrementState,
  { now, changed, stored }: Found & { changed: readonly number[] },
): Promise<WrittenIncrement> {
  const added = await keepFiles(options, before, stored);
  const state = { ...before, files: [...before.files, ...added] };
  if (added.length > 0) keepState(options.stateFolder, state, null);
  const { name, bytes } = await keepPart(options, state, {
    is: "increment",
    content: readRuns(options.copy, now, changed),
    now,
  });
  return {
    name,
    bytes,
    set: state.set,
    takenAt: options.takenAt.toISOString(),
    baseBytes: state.baseBytes,
    pages: changed.length,
    files: added.length,
  };
}

/** Known to this machine only once its base is kept: what a killed process leaves of one is removed by the next. */
async function beginSet(
  options: IncrementOptions,
  whole: StoredBackup,
  { now, stored }: Found,
): Promise<WrittenIncrement> {
  const { takenAt, key, pages, stateFolder } = options;
  const before = (readBackupName(whole.name)?.takenAt.getTime() ?? 0) - marginMs;
  const inWhole = stored.filter(({ changedAt }) => changedAt.getTime() < before).map(({ name }) => name);
  const set: IncrementState = {
    set: newSet(takenAt),
    base: "",
    baseBytes: 0,
    place: pages.place,
    key: hashOf(key),
    backup: whole.name,
    pageSize: now.pageSize,
    hashes: sha256Of(now.hashes),
    files: inWhole,
  };
  const added = await keepFiles(options, set, stored);
  const { name, bytes } = await keepPart(options, set, {
    is: "base",
    content: readRuns(options.copy, now, "all"),
    now,
  });
  const state = { ...set, base: name, baseBytes: bytes, files: [...inWhole, ...added] };
  keepState(stateFolder, state, now.hashes);
  return {
    name,
    bytes,
    set: state.set,
    takenAt: takenAt.toISOString(),
    baseBytes: bytes,
    pages: now.pageCount,
    files: added.length,
  };
}

/** Answers the names of the stored files that no backup had yet, and now one has. */
async function keepFiles(
  options: IncrementOptions,
  state: IncrementState,
  stored: readonly StoredFile[],
): Promise<string[]> {
  const { files } = options;
  const kept = new Set(state.files);
  const missing = stored.map(({ name }) => name).filter((name) => !kept.has(name));
  if (files === null || missing.length === 0) return [];
  await keepPart(options, state, {
    is: "files",
    content: readStored(files, missing),
    now: { pageCount: 0, database: "" },
  });
  return missing;
}

/** One that was removed meanwhile is missed by nobody. */
async function* readStored(
  files: Pick<FileStore, "read">,
  names: readonly string[],
): AsyncGenerator<PageContent> {
  for (const name of names) {
    const bytes = await files.read(name);
    if (bytes !== null) yield { is: "file", name, bytes };
  }
}

interface Part {
  is: PageHeader["is"];
  content: AsyncIterable<PageContent> | Iterable<PageContent>;
  now: Pick<PageHashes, "pageCount" | "database">;
}

async function keepPart(
  { pages, key, product, takenAt }: IncrementOptions,
  { set, backup, pageSize }: IncrementState,
  { is, content, now: { pageCount, database } }: Part,
): Promise<StoredBackup> {
  const name = pageName({ set, is, takenAt }, key !== null);
  const draft = await pages.write(name);
  try {
    const header = { set, is, product, takenAt: takenAt.toISOString(), backup, pageSize };
    for await (const chunk of pack(pageLines(header, content, { pageCount, database }), key))
      await draft.append(chunk);
    return { name, bytes: await draft.finish() };
  } catch (error) {
    await draft.abandon().catch(() => {});
    throw error;
  }
}

function hashOf(key: string | null): string {
  return key === null ? "" : sha256Of(key);
}

/** Clocks of disks and of the process need not agree. */
const marginMs = 3_600_000;

/** Whether the set can be added to. */
async function isOpen(
  state: IncrementState,
  whole: StoredBackup,
  now: PageHashes,
  { pages, key }: IncrementOptions,
): Promise<boolean> {
  if (state.place !== pages.place || state.backup !== whole.name || state.pageSize !== now.pageSize)
    return false;
  if (state.key !== hashOf(key)) return false;
  return (await listSets(pages)).some(({ base }) => base.name === state.base);
}

const written = z.object({
  set: z.string(),
  /** The stored name of the base. */
  base: z.string(),
  baseBytes: z.number(),
  /** Where it lies, for people: another place needs another base. */
  place: z.string(),
  /** SHA-256 of the key it is sealed with; empty without one. */
  key: z.string(),
  /** The whole backup that the set stands on. */
  backup: z.string(),
  pageSize: z.number(),
  /** SHA-256 of the hashes of the base's pages, which lie in a file beside this. */
  hashes: z.string(),
  /** Stored files that are in the whole backup, or in one of files of this set. */
  files: z.array(z.string()),
});

/** What this machine knows of the set it adds to. It is no part of any backup: lost, it costs a new base. */
type IncrementState = z.infer<typeof written>;

/** Null when there is none, or it is not whole. */
function readState(folder: string): { state: IncrementState; hashes: Buffer } | null {
  try {
    const state = written.parse(JSON.parse(readFileSync(join(folder, stateName), "utf8")));
    const hashes = readFileSync(join(folder, hashesName));
    return sha256Of(hashes) === state.hashes ? { state, hashes } : null;
  } catch {
    return null;
  }
}

/** @param hashes of the base's pages; null when they are those that are kept */
function keepState(folder: string, state: IncrementState, hashes: Buffer | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (hashes) replace(join(folder, hashesName), hashes);
  replace(join(folder, stateName), JSON.stringify(state));
}

export function forgetState(folder: string): void {
  rmSync(join(folder, stateName), { force: true });
}

const stateName = "state.json";
const hashesName = "base.hashes";

function replace(path: string, content: Buffer | string): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
