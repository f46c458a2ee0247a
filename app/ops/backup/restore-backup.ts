import { sql } from "kysely";
import { fillSearch } from "#app/domain/content/published/rebuild-live.ts";
import { addressOfFiles, openFileStore, placeOfFiles } from "#app/domain/files/store/open-store.ts";
import { claimFiles } from "#app/domain/files/store/site-files.ts";
import { copyMissingFiles, type FileStore } from "#app/domain/files/store/store.ts";
import { fillLeadSearch } from "#app/domain/leads/inbox/search-leads.ts";
import { isPlainError, PlainError } from "#app/lib/errors/domain-error.ts";
import type { Database } from "#app/platform/database/database.ts";
import { readOrCreateFact } from "#app/platform/database/installation.ts";
import { steps } from "#app/platform/database/migrations/steps.ts";
import { isAdditive, migrate, NewerDatabase, refuseUnsupported } from "#app/platform/database/migrations.ts";
import { fillNewDatabase, openDatabase } from "#app/platform/database/open.ts";
import { deleteUnreadableIn, knowsSecret } from "#app/platform/database/secret-check.ts";
import { hasSecret } from "#app/platform/secrets/secret.ts";
import type { Env } from "#app/platform/settings/env.ts";
import {
  type BackupHeader,
  type BackupTable,
  type BackupTrailer,
  BrokenBackup,
  readParts,
  readRowLines,
  sha256Of,
  type TableEnd,
} from "./file/format.ts";
import { storeReferencedFiles } from "./proof/check-rows.ts";

export interface RestoreOptions {
  /** Called with the header before any change; throws to refuse the backup. */
  onHeader?(header: BackupHeader): Promise<void>;
  /** Stores a file of the library. */
  storeFile(name: string, bytes: Buffer): Promise<void>;
  /**
   * Restores for a proof: columns and tables that a newer release added are created only to hold
   * their values. Otherwise such a backup is refused.
   */
  isForProof?: boolean;
}

export interface RestoredBackup {
  header: BackupHeader;
  trailer: BackupTrailer;
  tables: TableEnd[];
}

/**
 * Restores a backup into a new, empty database, within its transaction: creates the backed-up
 * schema, inserts and verifies the rows, then migrates. Throws a `BrokenBackup` if any data
 * differs.
 */
export async function restoreBackup(
  db: Database,
  chunks: AsyncIterable<Uint8Array>,
  { onHeader, storeFile, isForProof = false }: RestoreOptions,
): Promise<RestoredBackup> {
  let header: BackupHeader | null = null;
  let trailer: BackupTrailer | null = null;
  const tables: TableEnd[] = [];
  let filled = 0;
  for await (const part of readParts(chunks)) {
    if (part.is === "header") {
      header = part.header;
      refuseUnsupported(header.steps, "backup");
      await onHeader?.(header);
      await createTables(db, header, isForProof);
      continue;
    }
    const table = header?.tables[filled];
    switch (part.is) {
      case "rows":
        if (!table) throw new BrokenBackup("There are rows in this backup that belong to no table.");
        await insertRows(db, table, part.lines);
        break;
      case "table":
        if (table?.name !== part.table.table)
          throw new BrokenBackup(`The table ${part.table.table} is in the wrong place.`);
        tables.push(part.table);
        filled += 1;
        break;
      case "file":
        await storeFile(part.name, part.bytes);
        break;
      case "end":
        trailer = part.trailer;
    }
  }
  if (!header || !trailer) throw new BrokenBackup("This backup is cut off: its end is missing.");
  if (filled !== header.tables.length) throw new BrokenBackup("Tables of this backup are missing.");
  await compareRows(db, header, tables);
  await migrate(db);
  await db.search.clear(db.query);
  await fillSearch(db);
  await fillLeadSearch(db);
  return {
    header,
    trailer,
    tables,
  };
}

async function insertRows(db: Database, table: BackupTable, lines: readonly string[]): Promise<void> {
  try {
    await db.backup.insertRows(db.query, table, `[${lines.join(",")}]`);
  } catch (cause) {
    if (!db.dialect.isConstraintViolation(cause)) throw cause;
    throw new BrokenBackup(`A row of the table ${table.name} is incomplete or occurs twice in this backup.`, {
      cause,
    });
  }
}

/** Creates the tables of the backup, empty. */
async function createTables(db: Database, header: BackupHeader, isForProof: boolean): Promise<void> {
  const newer = header.steps.filter((step) => !Object.hasOwn(steps, step));
  const isReadable = isForProof && newer.every(isAdditive);
  if (newer.length > 0 && !isReadable)
    throw new NewerDatabase(
      `This backup has tables of a newer version of Frontdesk (${newer.join(", ")}): restore it with that version.`,
    );
  await migrate(db, {
    steps: Object.fromEntries(Object.entries(steps).filter(([name]) => header.steps.includes(name))),
  });
  if (newer.length > 0) await addNewerColumns(db, header);
  const made = new Map((await db.backup.readTables(db.query)).map((table) => [table.name, table]));
  for (const { name, columns, key } of header.tables) {
    const table = made.get(name);
    made.delete(name);
    const isSame =
      table?.key.join() === key.join() &&
      table.columns
        .map((column) => column.name)
        .toSorted()
        .join() ===
        columns
          .map((column) => column.name)
          .toSorted()
          .join();
    if (!isSame)
      throw new BrokenBackup(`The table ${name} has other columns than this version of Frontdesk expects.`);
  }
  if (made.size > 0)
    throw new BrokenBackup(`Tables are missing in this backup: ${[...made.keys()].join(", ")}.`);
  // Migrations may have inserted rows.
  for (const { name } of header.tables.toReversed())
    await sql`delete from ${sql.table(name)}`.execute(db.query);
}

/** Creates the tables and columns that only a newer release has. */
async function addNewerColumns(db: Database, { tables }: BackupHeader): Promise<void> {
  const made = new Map((await db.backup.readTables(db.query)).map((table) => [table.name, table]));
  const typed = ({ name, type }: BackupTable["columns"][number]) => sql`${sql.ref(name)} ${sql.raw(type)}`;
  for (const { name, columns, key } of tables) {
    const table = made.get(name);
    if (!table) {
      const keys = sql.join(key.map((column) => sql.ref(column)));
      await sql`create table ${sql.table(name)} (${sql.join(columns.map(typed))}, primary key (${keys}))`.execute(
        db.query,
      );
      continue;
    }
    const known = new Set(table.columns.map((column) => column.name));
    for (const column of columns)
      if (!known.has(column.name))
        await sql`alter table ${sql.table(name)} add column ${typed(column)}`.execute(db.query);
  }
}

async function compareRows(
  db: Database,
  { tables }: BackupHeader,
  written: readonly TableEnd[],
): Promise<void> {
  for (const [at, table] of tables.entries()) {
    const lines = readRowLines(db, table);
    let read = await lines.next();
    while (!read.done) read = await lines.next();
    const { rows, sha256 } = read.value;
    if (rows !== written[at]?.rows || sha256 !== written[at]?.sha256)
      throw new BrokenBackup(`The rows of ${table.name} changed during the restore.`);
  }
}

export interface SiteRestore {
  /** Lines from `backupLines`. */
  lines: AsyncIterable<Uint8Array>;
  /** Other stored files; those that a row refers to are restored. */
  files?: AsyncIterable<{ name: string; bytes: Buffer }>;
  /**
   * "checked" requires the secret that the backup names; "lost" deletes the values that only the
   * lost secret can decrypt.
   */
  secret: "checked" | "lost";
}

export interface RestoredSite extends RestoredBackup {
  /** Number and total size of restored files. */
  files: number;
  fileBytes: number;
  /** Descriptions of missing data. */
  problems: string[];
}

/**
 * Restores a site into the configured location. Throws a `PlainError` if a database or foreign
 * files exist there; after a kill it can be restarted, because the database appears only at the
 * end.
 */
export async function restoreSite(
  env: Env,
  { lines, files: otherFiles, secret }: SiteRestore,
): Promise<RestoredSite> {
  // Files can go into the database only after its tables are committed.
  const onDisk = { ...env, filesInDatabase: false };
  let stored = 0;
  const restored = await fillNewDatabase(env, "npm run restore", async (db) => {
    const files = await openFileStore(onDisk);
    const storeFile = async (name: string, bytes: Buffer) => {
      await storeNewFile(files, name, bytes);
      stored += 1;
    };
    const content = await restoreBackup(db, lines, {
      async onHeader(header) {
        if (secret === "checked") requireSecret(env, requireNamedSecret(header));
        await claimFiles(files, {
          database: idOf(header),
          address: addressOfFiles(onDisk),
          place: placeOfFiles(onDisk),
        });
      },
      storeFile,
    });
    const named = otherFiles
      ? await storeReferencedFiles(db, otherFiles, storeFile)
      : { count: 0, bytes: 0, problems: [] };
    await readOrCreateFact(db, "id", idOf(content.header));
    if (secret === "lost") await deleteUnreadableIn(db, env);
    const { trailer } = content;
    return {
      ...content,
      files: trailer.files + named.count,
      fileBytes: trailer.fileBytes + named.bytes,
      problems: [...trailer.problems, ...named.problems],
    };
  }).catch((error: unknown) => {
    if (stored > 0 && isPlainError(error))
      error.message += ` ${stored} files of this backup stay among the stored files; the next restore uses them.`;
    throw error;
  });
  if (env.filesInDatabase) {
    await using open = await openDatabase(env, "npm run restore", () => {});
    await copyMissingFiles(await openFileStore(onDisk), await openFileStore(env, undefined, open.db));
  }
  return restored;
}

/** Returns the same id each time a backup is restored, even if it predates database ids. */
export function idOf({ database, takenAt }: BackupHeader): string {
  return database ?? `restored-${takenAt}`;
}

/** Stores a file; throws if another file has its name. */
async function storeNewFile(files: FileStore, name: string, bytes: Buffer): Promise<void> {
  const existing = await files.read(name);
  if (existing === null) return files.put(name, bytes);
  if (sha256Of(existing) !== sha256Of(bytes))
    throw new PlainError(`The file ${name} exists already with other content and is not overwritten.`);
}

/**
 * Returns the secret check of a backup. Throws a `PlainError` if it has none, because any secret
 * would then pass.
 */
export function requireNamedSecret({ secretCheck }: Pick<BackupHeader, "secretCheck">): string {
  if (secretCheck === null)
    throw new PlainError("This backup does not state which secret it needs. Restore another one.");
  return secretCheck;
}

/** Throws if the secret is missing or wrong, before a new one is generated. */
function requireSecret(env: Env, secretCheck: string): void {
  const place = env.databaseUrl === null ? `SECRET or ${env.dataDir}/secret` : "SECRET";
  const loss =
    'if it is permanently lost, add "--without-secret": two-factor authentication must then be set up again';
  if (!hasSecret(env))
    throw new PlainError(`The secret of the backed-up site is needed as well, as ${place}; ${loss}.`);
  if (!knowsSecret(env, secretCheck))
    throw new PlainError(
      `SECRET: it is not the secret of the backed-up site. Set that one as ${place}; ${loss}.`,
    );
}
