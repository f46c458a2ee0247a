import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readFact } from "#app/database/installation.ts";
import type { FileStore, StoredFile } from "#app/files/store/store.ts";
import { isPlainError } from "#app/platform/domain-error.ts";
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
 * with every whole backup, where most pages have changed, and where the clock was ahead when the last one was begun. Each
 * increment stands on its base alone. Answers null as long as there is no whole backup of this database to stand on that opens
 * with the present key. However it ends, what was kept before stays good; nothing of another database is touched.
 */
export async function writeIncrement(options: IncrementOptions): Promise<WrittenIncrement | null> {
  const { pages, copy, files, stateFolder, takenAt } = options;
  const now = hashPages(copy);
  const database = await readCopy(copy, takenAt, (db) => readFact(db, "id"));
  const known = readState(stateFolder);
  const whole = await findWhole(options, known?.state ?? null, database);
  if (!whole) return null;
  const changed =
    known && (await isOpen(known.state, whole, now, options)) ? findChanged(known.hashes, now) : null;
  // Bytes are stored before a row names them: listed now, all are there that the copy names.
  const stored = files ? await files.list() : [];
  const written =
    known && changed !== null && changed.length * 2 <= now.pageCount
      ? await addToSet(options, known.state, { now, changed, stored, database })
      : await beginSet(options, whole, { now, stored, database });
  const own = await listOwn(options, database);
  for (const name of chooseExpiredPages(own, { written: written.name, now: takenAt }))
    await pages.remove(name);
  return written;
}

/** A whole backup to stand on, and the names of all that were there when it was chosen. */
interface Whole {
  name: string;
  wholes: string[];
}

/**
 * The whole backup that the last set stands on, unless a newer one has come; without one, the newest of this database that opens
 * with the key. Names alone don't say which is newer: a clock may have been ahead.
 */
async function findWhole(
  { backups, pages, key, takenAt }: IncrementOptions,
  state: IncrementState | null,
  database: string | null,
): Promise<Whole | null> {
  const stored = (await backups.list())
    .map(({ name }) => ({ name, about: readBackupName(name) }))
    .flatMap(({ name, about }) => (about && about.reason !== "update" ? [{ name, ...about }] : []))
    .toSorted(byMoment(takenAt));
  const wholes = stored.map(({ name }) => name);
  const before = state?.place === pages.place && state.key === hashOf(key) ? state : null;
  const last = before && wholes.includes(before.backup) ? before : null;
  const come = last
    ? stored.filter(({ name, takenAt: at }) => !last.wholes.includes(name) && !isAhead(at, takenAt))
    : stored;
  for (const { name } of come)
    if (await isOf(database, readDatabaseOf(backups, name, { key }))) return { name, wholes };
  return last ? { name: last.backup, wholes } : null;
}

/** False as well for what can't be read: nobody knows whose that is. */
async function isOf(database: string | null, found: Promise<string>): Promise<boolean> {
  try {
    return (await found) === database;
  } catch (error) {
    if (isPlainError(error)) return false;
    throw error;
  }
}

/**
 * What is stored of sets of this database; what others keep in the same place is not ours to remove. Sets are remembered, so that
 * those sealed with a former key are known too.
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
    keepState(place.stateFolder, { ...state, sets: [...names] }, null);
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
  const added = await keepFiles(options, before, { stored, database });
  const state = { ...before, files: [...before.files, ...added] };
  if (added.length > 0) keepState(options.stateFolder, state, null);
  const { name, bytes } = await keepPart(options, state, {
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

/** Recorded in the state file only once its base is stored; the remains of a killed process are removed by the next run. */
async function beginSet(
  options: IncrementOptions,
  whole: Whole,
  { now, stored, database }: Found,
): Promise<WrittenIncrement> {
  const { takenAt, key, pages, stateFolder } = options;
  const wholeAt = readBackupName(whole.name)?.takenAt ?? null;
  // Where its clock was ahead, nothing says which files were stored since.
  const before = wholeAt && !isAhead(wholeAt, takenAt) ? wholeAt.getTime() - marginMs : 0;
  const inWhole = stored.filter(({ changedAt }) => changedAt.getTime() < before).map(({ name }) => name);
  const name = newSet(takenAt);
  const set: IncrementState = {
    set: name,
    sets: [...(readState(stateFolder)?.state.sets ?? []), name].slice(-rememberedSets),
    base: "",
    baseBytes: 0,
    place: pages.place,
    key: hashOf(key),
    backup: whole.name,
    wholes: whole.wholes,
    pageSize: now.pageSize,
    hashes: sha256Of(now.hashes),
    files: inWhole,
  };
  const added = await keepFiles(options, set, { stored, database });
  const base = await keepPart(options, set, {
    is: "base",
    content: readRuns(options.copy, now, "all"),
    now,
    database,
  });
  const { bytes } = base;
  const state = { ...set, base: base.name, baseBytes: bytes, files: [...inWhole, ...added] };
  keepState(stateFolder, state, now.hashes);
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

/** Answers the names of the stored files that no backup had yet, and now one has. */
async function keepFiles(
  options: IncrementOptions,
  state: IncrementState,
  { stored, database }: Pick<Found, "stored" | "database">,
): Promise<string[]> {
  const { files } = options;
  const kept = new Set(state.files);
  const missing = stored.map(({ name }) => name).filter((name) => !kept.has(name));
  if (files === null || missing.length === 0) return [];
  await keepPart(options, state, {
    is: "files",
    content: readStored(files, missing),
    now: { pageCount: 0, database: "" },
    database,
  });
  return missing;
}

/** Files that were removed meanwhile are left out. */
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

async function keepPart(
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

/** Clocks of disks and of the process need not agree. */
const marginMs = 3_600_000;

/** Whether the set can be added to. */
async function isOpen(
  state: IncrementState,
  whole: Whole,
  now: PageHashes,
  { pages, key, takenAt }: IncrementOptions,
): Promise<boolean> {
  if (state.place !== pages.place || state.backup !== whole.name || state.pageSize !== now.pageSize)
    return false;
  if (state.key !== hashOf(key)) return false;
  const begun = readPageName(state.base)?.takenAt;
  if (!begun || isAhead(begun, takenAt)) return false;
  return (await listSets(pages)).some(({ base }) => base.name === state.base);
}

const written = z.object({
  set: z.string(),
  /** Sets that are known to be of this database, this one too. */
  sets: z.array(z.string()).default([]),
  /** The stored name of the base. */
  base: z.string(),
  baseBytes: z.number(),
  /** Where it lies, for people: another place needs another base. */
  place: z.string(),
  /** SHA-256 of the key it is sealed with; empty without one. */
  key: z.string(),
  /** The whole backup that the set stands on. */
  backup: z.string(),
  /** Whole backups that were there when the set was begun. */
  wholes: z.array(z.string()).default([]),
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

/** Sets whose names are remembered: more than are ever stored at once. */
const rememberedSets = 8;

const stateName = "state.json";
const hashesName = "base.hashes";

function replace(path: string, content: Buffer | string): void {
  writeFileSync(`${path}.new`, content, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
