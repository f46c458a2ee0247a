import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { FileStore, StoredFile } from "#app/domain/files/store/store.ts";
import { isPlainError } from "#app/lib/errors/domain-error.ts";
import { readFact } from "#app/platform/database/installation.ts";
import { readDatabaseOf, readDatabaseOfPages } from "../backup-owner.ts";
import { type BackupStore, byMoment, isAhead, readBackupName, type StoredBackup } from "../backup-store.ts";
import { sha256Of } from "../file/format.ts";
import { pack } from "../file/packing.ts";
import { readCopy } from "../snapshot.ts";
import {
  findChanged,
  hashPages,
  type PageContent,
  type PageHashes,
  type PageHeader,
  pageLines,
  readRuns,
} from "./page-file.ts";
import { chooseExpiredPages, listSets, newSet, pageName, readPageName } from "./page-sets.ts";

export interface IncrementOptions {
  /** Store of full backups, in the same location as bases and increments. */
  backups: BackupStore;
  pages: BackupStore;
  /** A consistent copy of the embedded database. */
  copy: string;
  takenAt: Date;
  /** Stored files on this machine; null if files are stored elsewhere. */
  files: Pick<FileStore, "list" | "read"> | null;
  /** An age identity; null writes unencrypted parts. */
  key: string | null;
  /** Version from `readProductVersion`. */
  product: string;
  /** Folder with this machine's state of the current set. */
  stateFolder: string;
}

export interface WrittenIncrement {
  /** Name of the increment, or of the base if one was due. */
  name: string;
  set: string;
  takenAt: string;
  bytes: number;
  baseBytes: number;
  /** Pages that were written. */
  pages: number;
  /** Stored files that no backup contained yet. */
  files: number;
}

/**
 * Writes the pages changed since the base, and new stored files; starts a new set for each new full
 * backup, or if most pages changed or the clock was ahead. Returns null without a full backup of
 * this database under the current key.
 */
export async function writeIncrement(options: IncrementOptions): Promise<WrittenIncrement | null> {
  const { pages, copy, files, stateFolder, takenAt } = options;
  const now = hashPages(copy);
  const database = await readCopy(copy, takenAt, (db) => readFact(db, "id"));
  const known = readState(stateFolder);
  const fullBackup = await findFullBackup(options, known?.state ?? null, database);
  if (!fullBackup) return null;
  const changed =
    known && (await canAddToSet(known.state, fullBackup, now, options))
      ? findChanged(known.hashes, now)
      : null;
  // Files are stored before their rows, so this list has every file that the copy refers to.
  const stored = files ? await files.list() : [];
  const written =
    known && changed !== null && changed.length * 2 <= now.pageCount
      ? await addToSet(options, known.state, { now, changed, stored, database })
      : await beginSet(options, fullBackup, { now, stored, database });
  const own = await listOwn(options, database);
  for (const name of chooseExpiredPages(own, { written: written.name, now: takenAt }))
    await pages.remove(name);
  return written;
}

/** The full backup that a set is based on, and the names of all full backups at that time. */
interface FullBackup {
  name: string;
  names: string[];
}

/**
 * Finds the full backup of the last set, unless a new one exists; otherwise the newest that the key
 * opens. Compares lists, because a clock may have been ahead.
 */
async function findFullBackup(
  { backups, pages, key, takenAt }: IncrementOptions,
  state: IncrementState | null,
  database: string | null,
): Promise<FullBackup | null> {
  const stored = (await backups.list())
    .map(({ name }) => ({ name, about: readBackupName(name) }))
    .flatMap(({ name, about }) => (about && about.reason !== "update" ? [{ name, ...about }] : []))
    .toSorted(byMoment(takenAt));
  const names = stored.map(({ name }) => name);
  const before = state?.place === pages.place && state.key === hashOf(key) ? state : null;
  const last = before && names.includes(before.backup) ? before : null;
  const candidates = last
    ? stored.filter(({ name, takenAt: at }) => !last.wholes.includes(name) && !isAhead(at, takenAt))
    : stored;
  for (const { name } of candidates)
    if (await isOf(database, readDatabaseOf(backups, name, { key }))) return { name, names };
  return last ? { name: last.backup, names } : null;
}

/** Also false for an unreadable part, whose owner is unknown. */
async function isOf(database: string | null, found: Promise<string>): Promise<boolean> {
  try {
    return (await found) === database;
  } catch (error) {
    if (isPlainError(error)) return false;
    throw error;
  }
}

/**
 * Lists the stored parts of this database. Set names in the state cover parts under a former key.
 */
async function listOwn(place: IncrementOptions, database: string | null): Promise<StoredBackup[]> {
  const own: StoredBackup[] = [];
  const state = readState(place.stateFolder)?.state;
  const known = state?.sets ?? [];
  const sets = Map.groupBy(await place.pages.list(), ({ name }) => readPageName(name)?.set ?? "");
  for (const [set, parts] of sets) {
    const [part] = parts;
    if (known.includes(set) || (part && (await isOf(database, readDatabaseOfPages(place, part)))))
      own.push(...parts);
  }
  const names = new Set(own.map(({ name }) => readPageName(name)?.set ?? ""));
  if (state && [...names].some((set) => !known.includes(set)))
    saveState(place.stateFolder, { ...state, sets: [...names] }, null);
  return own;
}

interface Found {
  /** The id of the database; null where it has none. */
  database: string | null;
  now: PageHashes;
  stored: readonly StoredFile[];
}

async function addToSet(
  options: IncrementOptions,
  before: IncrementState,
  { now, changed, stored, database }: Found & { changed: readonly number[] },
): Promise<WrittenIncrement> {
  const added = await writeNewFiles(options, before, { stored, database });
  const state = { ...before, files: [...before.files, ...added] };
  if (added.length > 0) saveState(options.stateFolder, state, null);
  const { name, bytes } = await writePart(options, state, {
    is: "increment",
    content: readRuns(options.copy, now, changed),
    now,
    database,
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

/**
 * Saves the state only after the base is stored; the next run removes the remains of a killed
 * process.
 */
async function beginSet(
  options: IncrementOptions,
  fullBackup: FullBackup,
  { now, stored, database }: Found,
): Promise<WrittenIncrement> {
  const { takenAt, key, pages, stateFolder } = options;
  const fullBackupAt = readBackupName(fullBackup.name)?.takenAt ?? null;
  // A future date does not tell which files were stored since.
  const before = fullBackupAt && !isAhead(fullBackupAt, takenAt) ? fullBackupAt.getTime() - marginMs : 0;
  const backedUpFiles = stored
    .filter(({ changedAt }) => changedAt.getTime() < before)
    .map(({ name }) => name);
  const name = newSet(takenAt);
  const set: IncrementState = {
    set: name,
    sets: [...(readState(stateFolder)?.state.sets ?? []), name].slice(-rememberedSets),
    base: "",
    baseBytes: 0,
    place: pages.place,
    key: hashOf(key),
    backup: fullBackup.name,
    wholes: fullBackup.names,
    pageSize: now.pageSize,
    hashes: sha256Of(now.hashes),
    files: backedUpFiles,
  };
  const added = await writeNewFiles(options, set, { stored, database });
  const base = await writePart(options, set, {
    is: "base",
    content: readRuns(options.copy, now, "all"),
    now,
    database,
  });
  const { bytes } = base;
  const state = { ...set, base: base.name, baseBytes: bytes, files: [...backedUpFiles, ...added] };
  saveState(stateFolder, state, now.hashes);
  return {
    name: base.name,
    bytes,
    set: state.set,
    takenAt: takenAt.toISOString(),
    baseBytes: bytes,
    pages: now.pageCount,
    files: added.length,
  };
}

/** Writes the stored files that no backup contains; returns their names. */
async function writeNewFiles(
  options: IncrementOptions,
  state: IncrementState,
  { stored, database }: Pick<Found, "stored" | "database">,
): Promise<string[]> {
  const { files } = options;
  const known = new Set(state.files);
  const missing = stored.map(({ name }) => name).filter((name) => !known.has(name));
  if (files === null || missing.length === 0) return [];
  await writePart(options, state, {
    is: "files",
    content: readStored(files, missing),
    now: { pageCount: 0, database: "" },
    database,
  });
  return missing;
}

/** Skips files removed in the meantime. */
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
  /** The id of the database. */
  database: string | null;
}

async function writePart(
  { pages, key, product, takenAt }: IncrementOptions,
  { set, backup, pageSize }: IncrementState,
  { is, content, now, database }: Part,
): Promise<StoredBackup> {
  const name = pageName({ set, is, takenAt }, key !== null);
  const draft = await pages.write(name);
  try {
    const header = { set, is, product, takenAt: takenAt.toISOString(), backup, database, pageSize };
    for await (const chunk of pack(pageLines(header, content, now), key)) await draft.append(chunk);
    return { name, bytes: await draft.finish() };
  } catch (error) {
    await draft.abandon().catch(() => {});
    throw error;
  }
}

function hashOf(key: string | null): string {
  return key === null ? "" : sha256Of(key);
}

/** Allowed difference between the clocks of disk and process. */
const marginMs = 3_600_000;

/** Whether the next increment can be added to the set. */
async function canAddToSet(
  state: IncrementState,
  fullBackup: FullBackup,
  now: PageHashes,
  { pages, key, takenAt }: IncrementOptions,
): Promise<boolean> {
  if (state.place !== pages.place || state.backup !== fullBackup.name || state.pageSize !== now.pageSize)
    return false;
  if (state.key !== hashOf(key)) return false;
  const startedAt = readPageName(state.base)?.takenAt;
  if (!startedAt || isAhead(startedAt, takenAt)) return false;
  return (await listSets(pages)).some(({ base }) => base.name === state.base);
}

const stateSchema = z.object({
  set: z.string(),
  /** Names of sets of this database, including this one. */
  sets: z.array(z.string()).default([]),
  /** The stored name of the base. */
  base: z.string(),
  baseBytes: z.number(),
  /** Name of the location; another location needs another base. */
  place: z.string(),
  /** SHA-256 of the encryption key; empty without one. */
  key: z.string(),
  /** The full backup that the set is based on. */
  backup: z.string(),
  /** Full backups that existed when the set began. */
  wholes: z.array(z.string()).default([]),
  pageSize: z.number(),
  /** SHA-256 of `base.hashes`, which holds the hashes of the base's pages. */
  hashes: z.string(),
  /** Stored files in the full backup or in a file part of this set. */
  files: z.array(z.string()),
});

/**
 * This machine's state of the current set. It is not backed up; without it the next run writes a
 * new base.
 */
type IncrementState = z.infer<typeof stateSchema>;

/** Null if the state is missing or damaged. */
function readState(folder: string): { state: IncrementState; hashes: Buffer } | null {
  try {
    const state = stateSchema.parse(JSON.parse(readFileSync(join(folder, stateName), "utf8")));
    const hashes = readFileSync(join(folder, hashesName));
    return sha256Of(hashes) === state.hashes ? { state, hashes } : null;
  } catch {
    return null;
  }
}

/** Saves the state; `hashes` is null if the base is unchanged. */
function saveState(folder: string, state: IncrementState, hashes: Buffer | null): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (hashes) replace(join(folder, hashesName), hashes);
  replace(join(folder, stateName), JSON.stringify(state));
}

export function deleteIncrementState(folder: string): void {
  rmSync(join(folder, stateName), { force: true });
}

/** Set names to remember, more than are ever stored at once. */
const rememberedSets = 8;

const stateName = "state.json";
const hashesName = "base.hashes";

function replace(path: string, content: Buffer | string): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
