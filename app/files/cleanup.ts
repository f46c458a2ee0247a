import { type Database, write } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import { type Repeated, repeat } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Logger } from "#app/platform/log.ts";
import {
  fileTrashDays,
  mostFilesAtOnce,
  purgeFile,
  removeBytes,
  runFileBulk,
} from "./library/change-file.ts";
import { readRevision } from "./library/file-address.ts";
import { type FileRow, readPrevious } from "./library/library.ts";
import { countMissing, describeOwner, type SiteFiles } from "./store/site-files.ts";
import type { FileStore, StoredFile } from "./store/store.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface CleanupDependencies {
  db: Database;
  files: SiteFiles;
  /** Where the files are, for people. */
  place: string;
  /** Told after each look of how many of the files looked for are missing. */
  onMissing(count: number): void;
  onError(error: unknown): void;
  clock: Clock;
  log: Logger;
}

/**
 * Once a day, on one instance and never in the first hour of its process, deletes what has served its time and moves what
 * nothing can show any more into the trash. Each instance, which may have files of its own: every ten minutes forgets drafts that nobody waits for; every hour looks whether files are missing.
 */
export function startFileCleanup(parts: CleanupDependencies): Repeated {
  const { db, files, clock, onError } = parts;
  const jobs = [
    repeatOnOne(
      db,
      { name: "file cleanup", everyMs: dayMs, firstAfterMs: hourMs },
      () => cleanUp(parts),
      onError,
    ),
    repeat(() => warnOfMissing(parts), hourMs, onError),
    repeat(() => files.store.removeStale(clock.now()), 600_000, onError),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}

async function cleanUp({ db, files, place, clock, log }: CleanupDependencies): Promise<void> {
  const warning = describeOwner(await files.owner(), place);
  if (warning !== null) {
    log.warn(warning);
    return;
  }
  await emptyTrash(db, files.store, clock.now());
  const done = await cleanUpFiles(db, files.store, clock.now());
  if (done.isTooMuch)
    log.warn(
      done,
      `Of the ${done.stored} files in ${place}, ${done.lost} are unknown to this database; that is so many that none was moved. Is it the right database? To move them into the trash, run "npm run files -- cleanup"`,
    );
  else if (done.moved + done.purged + done.broughtBack > 0)
    log.info(done, "files that nothing shows were moved into the trash, and those of 30 days ago deleted");
}

async function warnOfMissing({
  db,
  files,
  place,
  onMissing,
  clock,
  log,
}: CleanupDependencies): Promise<void> {
  const { looked, missing } = await countMissing(db, files.store, clock.now());
  onMissing(missing);
  if (missing > 0)
    log.warn(
      { looked, missing },
      `Of ${looked} files that were looked for in ${place}, ${missing} are missing: restore them from a backup; instances that share a database must share its files, too (the same DATA_DIR/files, or FILES_URL)`,
    );
}

/** Deletes for good what has been in the library's trash, or replaced, for 30 days; answers how many files. */
export async function emptyTrash(db: Database, store: FileStore, now: Date): Promise<number> {
  const before = new Date(now.getTime() - fileTrashDays * dayMs).toISOString();
  const actionContext = { actor: { id: "cleanup", requestId: "" }, now };
  const old = await db.query
    .selectFrom("files")
    .select("id")
    .where("deleted_at", "<", before)
    .limit(mostFilesAtOnce)
    .execute();
  const { done } = await runFileBulk(
    old.map(({ id }) => id),
    (id) => write(db, (tx) => purgeFile(tx, id, actionContext)),
  );
  await removeBytes(store, done);
  await forgetFormer(db, before);
  const dayAgo = new Date(now.getTime() - dayMs).toISOString();
  await db.query
    .updateTable("files")
    .set({ idempotency_key: null, fingerprint: null })
    .where("idempotency_key", "is not", null)
    .where("created_at", "<", dayAgo)
    .execute();
  return done.length;
}

export interface CleanupResult {
  stored: number;
  /** Older than a day and known to no row, such as those of an import that was killed. */
  lost: number;
  /** Of the lost ones, those now in the trash. */
  moved: number;
  /** Deleted for good after 30 days in the trash. */
  purged: number;
  /** Known to the database again, as after a backup was restored. */
  broughtBack: number;
  /** So many are lost that the database is more likely wrong than they are; none was moved. */
  isTooMuch: boolean;
}

/** Up to so many are moved whatever their share: an import of a few pictures that was killed. */
const alwaysMoved = 40;
const largestShare = 0.1;

export interface CleanupOptions {
  /** Somebody asked for it: they are moved whatever their share. */
  isManual?: boolean;
}

/**
 * Moves stored files that nothing can show any more into the trash, for 30 days. Call it only on files that are this
 * database's own.
 */
export async function cleanUpFiles(
  db: Database,
  store: FileStore,
  now: Date,
  { isManual = false }: CleanupOptions = {},
): Promise<CleanupResult> {
  // The files first: what comes in meanwhile has no row yet, but is young.
  const stored = await store.list();
  const known = await readKnown(db);
  const isKnown = (name: string) => {
    const [id = "", file = ""] = name.split("/");
    return known.get(id)?.includes(readRevision(file).revision) ?? false;
  };
  const broughtBack = await bringBackKnown(store, stored, isKnown);
  const dayAgo = now.getTime() - dayMs;
  const lost = stored.filter(({ name, changedAt }) => changedAt.getTime() < dayAgo && !isKnown(name));
  const isTooMuch = !isManual && lost.length > Math.max(alwaysMoved, stored.length * largestShare);
  const today = now.toISOString().slice(0, 10);
  if (!isTooMuch) for (const { name } of lost) await store.discard(name, today);
  return {
    stored: stored.length,
    lost: lost.length,
    moved: isTooMuch ? 0 : lost.length,
    purged: await purgeOld(store, now, isKnown),
    broughtBack,
    isTooMuch,
  };
}

async function readKnown(db: Database): Promise<Map<string, number[]>> {
  const rows = await db.query.selectFrom("files").select(["id", "revision", "previous"]).execute();
  return new Map(rows.map((row) => [row.id, revisionsOf(row)]));
}

function revisionsOf(row: Pick<FileRow, "revision" | "previous">): number[] {
  const previous = readPrevious(row);
  return previous ? [row.revision, previous.revision] : [row.revision];
}

async function bringBackKnown(
  store: FileStore,
  stored: readonly StoredFile[],
  isKnown: (name: string) => boolean,
): Promise<number> {
  const there = new Set(stored.map(({ name }) => name));
  const wanted = (await store.listTrash()).filter(({ name }) => isKnown(name) && !there.has(name));
  for (const file of wanted) await store.bringBack(file);
  return wanted.length;
}

async function purgeOld(store: FileStore, now: Date, isKnown: (name: string) => boolean): Promise<number> {
  const before = new Date(now.getTime() - fileTrashDays * dayMs).toISOString().slice(0, 10);
  const old = (await store.listTrash()).filter(({ name, day }) => day < before && !isKnown(name));
  for (const file of old) await store.purge(file);
  return old.length;
}

/** What was replaced before a moment can't be brought back any more; its bytes go with the next cleanup. */
async function forgetFormer(db: Database, before: string): Promise<void> {
  const rows = await db.query
    .selectFrom("files")
    .select(["id", "previous"])
    .where("previous", "is not", null)
    .execute();
  for (const { id, previous } of rows)
    if ((readPrevious({ previous })?.until ?? "") < before)
      // Unless it was replaced again meanwhile.
      await db.query
        .updateTable("files")
        .set({ previous: null })
        .where("id", "=", id)
        .where("previous", "=", previous)
        .execute();
}
