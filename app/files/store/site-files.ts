import { sql } from "kysely";
import { cachedQuery, cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import { readDatabaseId, readFact } from "#app/database/installation.ts";
import { DomainError, PlainError } from "#app/platform/domain-error.ts";
import type { FileStore } from "./store.ts";

/**
 * Whose a folder or bucket of files is, by the mark that lies in it:
 * - `ours`: the mark names this database, at this address.
 * - `unmarked`: there is no mark, and most of the files are unknown to this database.
 * - `other-address`: the mark names this database at another public address, as a copy of a site for trials finds it.
 * - `other-database`: the mark names another database.
 */
export type FilesOwner = "ours" | "unmarked" | "other-address" | "other-database";

/** The files of one site: all that could harm those of another is held back. */
export interface SiteFiles {
  store: FileStore;
  /** Looks at the mark, and puts one where none is needed to know better. Throws when the store can't be reached. */
  owner(): Promise<FilesOwner>;
  /** Makes the files this site's own, whoever's they were. */
  adopt(): Promise<void>;
}

/**
 * Files of whom it is not known that they are ours can be read and added to; nothing of them is replaced, moved or deleted.
 * To those of another database nothing is added either, since its site would take that for lost.
 * @param address the public host, where several sites could reach the same files; null where they can't
 */
export function openSiteFiles(db: Database, store: FileStore, address: string | null): SiteFiles {
  let last: FilesOwner | null = null;
  const owner = async () => {
    last = await findOwner(db, store, address);
    return last;
  };
  const isOurs = async () => (last ?? (await owner())) === "ours";
  return {
    owner,
    async adopt() {
      await writeMark(db, store, address);
      last = "ours";
    },
    store: {
      ...store,
      async put(name, bytes) {
        if (!(await isOurs())) await refusePut(store, name, last);
        await store.put(name, bytes);
      },
      async remove(name) {
        if (await isOurs()) await store.remove(name);
      },
      async discard(name, day) {
        if (await isOurs()) await store.discard(name, day);
      },
      async bringBack(file) {
        if (await isOurs()) await store.bringBack(file);
      },
      async purge(file) {
        if (await isOurs()) await store.purge(file);
      },
    },
  };
}

interface Mark {
  database: string;
  address: string | null;
}

async function findOwner(db: Database, store: FileStore, address: string | null): Promise<FilesOwner> {
  // Made where there is none yet, since looking makes none.
  await readDatabaseId(db);
  const { owner, isMarked } = await readOwner(db, store, address);
  if (owner === "ours" && !isMarked) await writeMark(db, store, address);
  return owner;
}

/** Looks at the mark, and changes nothing. Throws when the store can't be reached. */
export async function readOwner(
  db: Database,
  store: FileStore,
  address: string | null,
): Promise<{ owner: FilesOwner; isMarked: boolean }> {
  const database = await readFact(db, "id");
  const text = await store.readMark();
  if (text === null)
    return {
      owner: (await areMostlyKnown(db, store)) ? "ours" : "unmarked",
      isMarked: false,
    };
  return {
    owner: judgeMark(readMark(text), database, address),
    isMarked: true,
  };
}

function judgeMark(mark: Mark | null, database: string | null, address: string | null): FilesOwner {
  if (mark?.database !== database) return "other-database";
  return address === null || mark.address === null || mark.address === address ? "ours" : "other-address";
}

/** True of an empty store, too. */
async function areMostlyKnown(db: Database, store: FileStore): Promise<boolean> {
  const stored = new Set((await store.list()).map(({ name }) => name.split("/")[0] ?? ""));
  if (stored.size === 0) return true;
  const rows = await db.query.selectFrom("files").select("id").execute();
  const known = rows.filter(({ id }) => stored.has(id)).length;
  return known * 2 > stored.size;
}

async function writeMark(db: Database, store: FileStore, address: string | null): Promise<void> {
  await store.writeMark(formatMark(await readDatabaseId(db), address));
}

function formatMark(database: string, address: string | null): string {
  const mark: Mark = {
    database,
    address,
  };
  return `${JSON.stringify(mark)}\n`;
}

/**
 * Makes a place for the files of a database that is to be restored. Throws a `FilesOfAnother` where there are files that were
 * not put there for this database at this address.
 */
export async function claimFiles(
  store: FileStore,
  { database, address, place }: { database: string; address: string | null; place: string },
): Promise<void> {
  const wanted = formatMark(database, address);
  const mark = await store.readMark();
  if (mark === wanted) return;
  if (mark !== null || (await store.list()).length > 0)
    throw new FilesOfAnother(
      `There are files in ${place} that are not known to be those of this backup, and nothing of them is overwritten: give another place, or move them away.`,
    );
  await store.writeMark(wanted);
}

function readMark(text: string): Mark | null {
  try {
    const { database, address = null } = JSON.parse(text);
    return { database, address };
  } catch {
    return null;
  }
}

async function refusePut(store: FileStore, name: string, owner: FilesOwner | null): Promise<void> {
  if (owner === "other-database" || (await store.read(name)) !== null)
    throw new DomainError(
      "unavailable",
      "The place for files belongs to another site, so nothing was kept. Tell whoever runs this server.",
    );
}

/** What to tell whoever starts the site; null when there is nothing to tell. */
export function describeOwner(owner: FilesOwner, place: string): string | null {
  const adopt = 'if they are this site\'s now, run "npm run files -- adopt"';
  switch (owner) {
    case "ours":
      return null;
    case "unmarked":
      return `Most of the files in ${place} are unknown to this database, so nothing of them is ever replaced or deleted: restore the database they belong to, or, ${adopt}`;
    case "other-address":
      return `The files in ${place} are used by this site at another address, so nothing of them is replaced or deleted here: give a trial site files of its own (FILES_URL, DATA_DIR), or, ${adopt}`;
    case "other-database":
      return `The files in ${place} belong to another database, so they are only read and uploads are refused: check DATABASE_URL, DATA_DIR and FILES_URL, or, ${adopt}`;
  }
}

/** A database with nothing in it and somebody else's files: a setting was forgotten, most likely. */
export class FilesOfAnother extends PlainError {
  override name = "FilesOfAnother";
}

/** So many of the newest, and as many of all, are looked for: enough to tell a folder that lacks some share of them. */
const sampleSize = 20;
/** What is being stored at this moment is no fault. */
const settledMs = 10 * 60_000;

/** Looks whether the bytes of some files of the library are where they should be. */
export async function countMissing(
  db: Database,
  store: FileStore,
  now: Date,
): Promise<{ looked: number; missing: number }> {
  const settled = db.query
    .selectFrom("files")
    .select("id")
    .where("bytes", ">", 0)
    .where("deleted_at", "is", null)
    .where("updated_at", "<", new Date(now.getTime() - settledMs).toISOString());
  const [newest, some] = await Promise.all([
    settled.orderBy("created_at", "desc").limit(sampleSize).execute(),
    settled.orderBy(sql`random()`).limit(sampleSize).execute(),
  ]);
  const ids = new Set([...newest, ...some].map(({ id }) => id));
  let missing = 0;
  for (const id of ids) if ((await store.listOf(id)).length === 0) missing += 1;
  return {
    looked: ids.size,
    missing,
  };
}

/** How many files the library holds and how many bytes they have; added up again only when one has changed. */
export function measureFiles(db: Database): Promise<{ files: number; bytes: number }> {
  return cachedQuery(db, "size of the library", [cacheTags.library], async () => {
    const row = await db.query
      .selectFrom("files")
      .select((eb) => [eb.fn.countAll().as("files"), eb.fn.sum("bytes").as("bytes")])
      .executeTakeFirst();
    return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
  });
}
