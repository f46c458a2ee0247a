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
  /** Where whole backups are kept, and beside them bases and increments. */
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

/** The database as an increment left it. */
export interface RebuiltDatabase {
  /** Of the increment, or of the base where that is all. */
  name: string;
  takenAt: Date;
  product: string;
  /** The whole backup that holds the files stored before the set was begun. */
  backup: string;
  set: PageSet;
}

/** Bases and increments by the moment of each, the newest first; last those that are named ahead of now. */
export async function listMoments(
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
 * Rebuilds the database from a base and one increment, or from the base alone, and compares all of it with what was read when
 * that was written. Throws a `BrokenBackup` for what is cut off or changed; what lies at `path` then is to be thrown away.
 * @param path where the database is to be; what is there is overwritten
 */
export async function rebuildDatabase(
  place: PagePlace,
  name: string,
  path: string,
): Promise<RebuiltDatabase> {
  const { pages } = place;
  const wanted = readPageName(name);
  const set = (await listSets(pages)).find((one) => one.set === wanted?.set);
  if (!set) throw new BrokenBackup(`The base of ${name} is not there.`);
  const read = (one: string) => named(one, readPageFile(pages.read(one), place));
  const isBase = name === set.base.name;
  const file = await open(path, "w", 0o600);
  try {
    let last = await placePages(read(set.base.name), set.base.name, file);
    if (!isBase) last = await placePages(read(name), name, file);
    const { header, trailer } = last;
    await file.truncate(trailer.pageCount * header.pageSize);
    await file.sync();
    if ((await hashFile(path)) !== trailer.database)
      throw new BrokenBackup(`What is rebuilt from ${name} is not the database that was kept.`);
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

async function placePages(parts: AsyncIterable<PageFilePart>, name: string, file: FileHandle): Promise<Ends> {
  const expected = readPageName(name);
  let header: PageHeader | null = null;
  let trailer: PageTrailer | null = null;
  for await (const part of parts) {
    if (part.is === "header") header = part.header;
    else if (part.is === "end") trailer = part.trailer;
    else if (part.is === "pages" && header)
      await file.write(part.bytes, 0, part.bytes.length, part.first * header.pageSize);
  }
  // A file under another name than its own would be laid over a base that is not its own.
  if (!header || !trailer || header.set !== expected?.set || header.is !== expected.is)
    throw new BrokenBackup(`${name} is not what its name says.`);
  return { header, trailer };
}

async function hashFile(path: string): Promise<string> {
  const sum = createHash("sha256");
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) sum.update(chunk);
  return sum.digest("hex");
}

/** A stored file of the library. */
export type KeptFile = Pick<Extract<BackupPart, { is: "file" }>, "name" | "bytes">;

/** All stored files that are kept for a moment of a set: those of its whole backup, and those stored since. */
export async function* readKeptFiles(
  place: PagePlace,
  { backup, set }: Pick<RebuiltDatabase, "backup" | "set">,
): AsyncGenerator<KeptFile> {
  const { backups, pages } = place;
  for await (const part of readParts(named(backup, unpack(backups.read(backup), place))))
    if (part.is === "file") yield { name: part.name, bytes: part.bytes };
  for (const { name } of set.files)
    for await (const part of named(name, readPageFile(pages.read(name), place)))
      if (part.is === "file") yield { name: part.name, bytes: part.bytes };
}
