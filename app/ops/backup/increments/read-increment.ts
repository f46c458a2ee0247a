import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { BackupEnv } from "#app/platform/settings/files-env.ts";
import { type BackupStore, byMoment, openBackupStore } from "../backup-store.ts";
import { type BackupPart, BrokenBackup, readParts } from "../file/format.ts";
import { type BackupAccess, named, unpack } from "../file/packing.ts";
import { type PageFilePart, type PageHeader, type PageTrailer, readPageFile } from "./page-file.ts";
import { isPageName, listSets, type PageSet, readPageName } from "./page-sets.ts";

export interface PagePlace extends BackupAccess {
  /** Store of full backups, in the same location as bases and increments. */
  backups: BackupStore;
  pages: BackupStore;
}

export function openPagePlace({ place, ...access }: Pick<BackupEnv, "place"> & BackupAccess): PagePlace {
  return {
    ...access,
    backups: openBackupStore(place),
    pages: openBackupStore(place, isPageName),
  };
}

/** A database rebuilt from an increment. */
export interface RebuiltDatabase {
  /** Name of the increment, or of the base if it has none. */
  name: string;
  takenAt: Date;
  product: string;
  /** The full backup that contains the files stored before the set began. */
  backup: string;
  set: PageSet;
}

/** Lists bases and increments, newest first; those dated in the future come last. */
export async function listIncrementTimes(
  pages: Pick<BackupStore, "list">,
  now: Date,
): Promise<{ name: string; takenAt: Date; bytes: number }[]> {
  return (await listSets(pages))
    .flatMap(({ base, increments }) => [...increments, base])
    .flatMap(({ name, bytes }) => {
      const about = readPageName(name);
      return about ? [{ name, bytes, takenAt: about.takenAt }] : [];
    })
    .toSorted(byMoment(now));
}

/**
 * Rebuilds the database at `path` from a base and at most one increment, and compares its hash.
 * Throws a `BrokenBackup` if a part is damaged; the file is then unusable.
 */
export async function rebuildDatabase(
  place: PagePlace,
  name: string,
  path: string,
): Promise<RebuiltDatabase> {
  const { pages } = place;
  const wanted = readPageName(name);
  const set = (await listSets(pages)).find((one) => one.set === wanted?.set);
  if (!set) throw new BrokenBackup(`The base of ${name} is missing.`);
  const read = (one: string) => named(one, readPageFile(pages.read(one), place));
  const isBase = name === set.base.name;
  const file = await open(path, "w", 0o600);
  try {
    let last = await writePages(read(set.base.name), set.base.name, file);
    if (!isBase) last = await writePages(read(name), name, file);
    const { header, trailer } = last;
    await file.truncate(trailer.pageCount * header.pageSize);
    await file.sync();
    if ((await hashFile(path)) !== trailer.database)
      throw new BrokenBackup(`The database rebuilt from ${name} is not the original database.`);
    const { takenAt, product, backup } = header;
    return { name, takenAt: new Date(takenAt), product, backup, set };
  } finally {
    await file.close();
  }
}

interface Ends {
  header: PageHeader;
  trailer: PageTrailer;
}

async function writePages(parts: AsyncIterable<PageFilePart>, name: string, file: FileHandle): Promise<Ends> {
  const expected = readPageName(name);
  let header: PageHeader | null = null;
  let trailer: PageTrailer | null = null;
  for await (const part of parts) {
    if (part.is === "header") header = part.header;
    else if (part.is === "end") trailer = part.trailer;
    else if (part.is === "pages" && header)
      await file.write(part.bytes, 0, part.bytes.length, part.first * header.pageSize);
  }
  // A renamed file would be applied to the wrong base.
  if (!header || !trailer || header.set !== expected?.set || header.is !== expected.is)
    throw new BrokenBackup(`The content of ${name} does not match its name.`);
  return { header, trailer };
}

async function hashFile(path: string): Promise<string> {
  const sum = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) sum.update(chunk);
  return sum.digest("hex");
}

/** A stored file of the library. */
export type BackedUpFile = Pick<Extract<BackupPart, { is: "file" }>, "name" | "bytes">;

/** Yields the stored files of a set: those of its full backup and those stored since. */
export async function* readBackedUpFiles(
  place: PagePlace,
  { backup, set }: Pick<RebuiltDatabase, "backup" | "set">,
): AsyncGenerator<BackedUpFile> {
  const { backups, pages } = place;
  for await (const part of readParts(named(backup, unpack(backups.read(backup), place))))
    if (part.is === "file") yield { name: part.name, bytes: part.bytes };
  for (const { name } of set.files)
    for await (const part of named(name, readPageFile(pages.read(name), place)))
      if (part.is === "file") yield { name: part.name, bytes: part.bytes };
}
