import { type Database, write } from "#app/platform/database/database.ts";
import { repeatOnOneInstance } from "#app/platform/database/leases.ts";
import { type PeriodicTask, repeat } from "#app/platform/jobs/background-work.ts";
import type { JobServices } from "#app/platform/services.ts";
import {
  fileTrashDays,
  maxFilesPerAction,
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

export interface CleanupDependencies extends JobServices {
  files: SiteFiles;
  /** Location of the files, for messages. */
  place: string;
  /** Receives the number of missing files after each check. */
  onMissing(count: number): void;
  onError(error: unknown): void;
}

/**
 * Cleans up daily on one instance, an hour after its start at the earliest. On each instance,
 * removes stale drafts every ten minutes and counts missing files every hour.
 */
export function startFileCleanup(dependencies: CleanupDependencies): PeriodicTask {
  const { db, files, clock, onError } = dependencies;
  const jobs = [
    repeatOnOneInstance(
      db,
      { name: "file cleanup", everyMs: dayMs, firstAfterMs: hourMs },
      () => cleanUp(dependencies),
      onError,
    ),
    repeat(() => warnOfMissing(dependencies), hourMs, onError),
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
      { ...done, place, fix: 'if this is the right database, run "npm run files -- cleanup"' },
      "too many unknown files to trash",
    );
  else if (done.moved + done.purged + done.restored > 0)
    log.info(done, "trashed unused files and purged expired ones");
}

async function warnOfMissing({
  db,
  files,
  place,
  onMissing,
  clock,
  log,
}: CleanupDependencies): Promise<void> {
  const { checked, missing } = await countMissing(db, files.store, clock.now());
  onMissing(missing);
  if (missing > 0)
    log.warn(
      {
        checked,
        missing,
        place,
        fix: "restore them from a backup; instances with one database must share its files (DATA_DIR/files or FILES_URL)",
      },
      "files are missing",
    );
}

/** Permanently deletes files trashed or replaced 30 days ago; returns their number. */
export async function emptyTrash(db: Database, store: FileStore, now: Date): Promise<number> {
  const before = new Date(now.getTime() - fileTrashDays * dayMs).toISOString();
  const actionContext = { actor: { id: "cleanup", requestId: "" }, now };
  const old = await db.query
    .selectFrom("files")
    .select("id")
    .where("deleted_at", "<", before)
    .limit(maxFilesPerAction)
    .execute();
  const { done } = await runFileBulk(
    old.map(({ id }) => id),
    (id) => write(db, (tx) => purgeFile(tx, id, actionContext)),
  );
  await removeBytes(store, done);
  await deletePrevious(db, before);
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
  /** Files older than a day without a row, such as those of a killed import. */
  lost: number;
  /** Number of lost files moved into the trash. */
  moved: number;
  /** Files deleted permanently after 30 days in the trash. */
  purged: number;
  /** Files moved back because a row refers to them again, as after a restore. */
  restored: number;
  /** Whether too many files are lost, which suggests a wrong database; no file was moved. */
  isTooMuch: boolean;
}

/** Number of lost files that always move, such as those of a killed import. */
const alwaysMoved = 40;
const maxShare = 0.1;

export interface CleanupOptions {
  /** Moves lost files regardless of their share. */
  isManual?: boolean;
}

/**
 * Moves stored files that no row refers to into the trash for 30 days. Call it only on files that
 * this database owns.
 */
export async function cleanUpFiles(
  db: Database,
  store: FileStore,
  now: Date,
  { isManual = false }: CleanupOptions = {},
): Promise<CleanupResult> {
  // List files before rows: files stored in between have no row yet, but are young.
  const stored = await store.list();
  const known = await readKnown(db);
  const isKnown = (name: string) => {
    const [id = "", file = ""] = name.split("/");
    return known.get(id)?.includes(readRevision(file).revision) ?? false;
  };
  const restored = await restoreKnown(store, stored, isKnown);
  const dayAgo = now.getTime() - dayMs;
  const lost = stored.filter(({ name, changedAt }) => changedAt.getTime() < dayAgo && !isKnown(name));
  const isTooMuch = !isManual && lost.length > Math.max(alwaysMoved, stored.length * maxShare);
  const today = now.toISOString().slice(0, 10);
  if (!isTooMuch) for (const { name } of lost) await store.discard(name, today);
  return {
    stored: stored.length,
    lost: lost.length,
    moved: isTooMuch ? 0 : lost.length,
    purged: await purgeOld(store, now, isKnown),
    restored,
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

async function restoreKnown(
  store: FileStore,
  stored: readonly StoredFile[],
  isKnown: (name: string) => boolean,
): Promise<number> {
  const storedNames = new Set(stored.map(({ name }) => name));
  const wanted = (await store.listTrash()).filter(({ name }) => isKnown(name) && !storedNames.has(name));
  for (const file of wanted) await store.bringBack(file);
  return wanted.length;
}

async function purgeOld(store: FileStore, now: Date, isKnown: (name: string) => boolean): Promise<number> {
  const before = new Date(now.getTime() - fileTrashDays * dayMs).toISOString().slice(0, 10);
  const old = (await store.listTrash()).filter(({ name, day }) => day < before && !isKnown(name));
  for (const file of old) await store.purge(file);
  return old.length;
}

/** Removes references to bytes replaced before a moment; the next cleanup deletes the bytes. */
async function deletePrevious(db: Database, before: string): Promise<void> {
  const rows = await db.query
    .selectFrom("files")
    .select(["id", "previous"])
    .where("previous", "is not", null)
    .execute();
  for (const { id, previous } of rows)
    if ((readPrevious({ previous })?.until ?? "") < before)
      // Skips files that were replaced again in the meantime.
      await db.query
        .updateTable("files")
        .set({ previous: null })
        .where("id", "=", id)
        .where("previous", "=", previous)
        .execute();
}
