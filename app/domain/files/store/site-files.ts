import { sql } from "kysely";
import { DomainError, PlainError } from "#app/lib/errors/domain-error.ts";
import { cachedQuery, cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { readDatabaseId, readFact } from "#app/platform/database/installation.ts";
import type { FileStore } from "./store.ts";

/**
 * The owner of a folder or bucket of files, according to its mark:
 * - `ours`: this database at this address.
 * - `unmarked`: no mark, and most files are unknown to this database.
 * - `other-address`: this database at another public address, as for a test copy of a site.
 * - `other-database`: another database.
 */
export type FilesOwner = "ours" | "unmarked" | "other-address" | "other-database";

/** The files of one site, with protection of other sites' files. */
export interface SiteFiles {
  store: FileStore;
  /**
   * Reads the mark, and writes one if the files are known to be ours. Throws if the store is
   * unreachable.
   */
  owner(): Promise<FilesOwner>;
  /** Makes this site the owner of the files. */
  adopt(): Promise<void>;
}

/**
 * Restricts files that are not known to be ours: they are never replaced, moved or deleted, and
 * another database's files get no additions. `address` is the public host if several sites could
 * use the same files, else null.
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
  // Creates the id if it is missing, because reading it does not.
  await readDatabaseId(db);
  const { owner, isMarked } = await readOwner(db, store, address);
  if (owner === "ours" && !isMarked) await writeMark(db, store, address);
  return owner;
}

/** Reads the mark without changes. Throws if the store is unreachable. */
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
    owner: ownerOf(readMark(text), database, address),
    isMarked: true,
  };
}

function ownerOf(mark: Mark | null, database: string | null, address: string | null): FilesOwner {
  if (mark?.database !== database) return "other-database";
  return address === null || mark.address === null || mark.address === address ? "ours" : "other-address";
}

/** Also true for an empty store. */
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
 * Claims the files for a database that is restored. Throws a `FilesOfAnother` if other files exist.
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
      `There are files in ${place} that are not known to be those of this backup. Give another location, or move them; they are not overwritten.`,
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
      "The file storage belongs to another site, so the file was not saved. Contact the administrator of this server.",
    );
}

/** A warning for the deployer; null if the files are ours. */
export function describeOwner(owner: FilesOwner, place: string): string | null {
  const adopt = 'if they are this site\'s now, run "npm run files -- adopt"';
  switch (owner) {
    case "ours":
      return null;
    case "unmarked":
      return `Most of the files in ${place} are unknown to this database, so they are never replaced or deleted: restore the database they belong to, or, ${adopt}`;
    case "other-address":
      return `The files in ${place} are used by this site at another address, so they are not replaced or deleted here: give a test site its own files (FILES_URL, DATA_DIR), or, ${adopt}`;
    case "other-database":
      return `The files in ${place} belong to another database, so they are only read and uploads are refused: check DATABASE_URL, DATA_DIR and FILES_URL, or, ${adopt}`;
  }
}

/**
 * Reports that an empty database would use another site's files, usually because of a wrong
 * setting.
 */
export class FilesOfAnother extends PlainError {
  override name = "FilesOfAnother";
}

/**
 * Number of newest files and of random files to check, enough to detect a folder that lacks some.
 */
const sampleSize = 20;
/** Minimum age of checked files, to skip uploads in progress. */
const settledMs = 10 * 60_000;

/** Counts sampled library files whose bytes are missing. */
export async function countMissing(
  db: Database,
  store: FileStore,
  now: Date,
): Promise<{ checked: number; missing: number }> {
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
    checked: ids.size,
    missing,
  };
}

/** Number and total size of the library's files, cached until one changes. */
export function measureFiles(db: Database): Promise<{ files: number; bytes: number }> {
  return cachedQuery(db, "size of the library", [cacheTags.library], async () => {
    const row = await db.query
      .selectFrom("files")
      .select((eb) => [eb.fn.countAll().as("files"), eb.fn.sum("bytes").as("bytes")])
      .executeTakeFirst();
    return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
  });
}
