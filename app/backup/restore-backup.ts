import { sql } from "kysely";
import { fillSearch } from "#app/content/published/rebuild-live.ts";
import type { Database } from "#app/database/database.ts";
import { readOrKeep } from "#app/database/installation.ts";
import { steps } from "#app/database/migrations/steps.ts";
import { migrate, NewerDatabase, onlyAdds, refuseUnsupported } from "#app/database/migrations.ts";
import { fillNewDatabase, openDatabase } from "#app/database/open.ts";
import { dropSealed, knowsSecret } from "#app/database/secret-check.ts";
import { addressOfFiles, openFileStore, placeOfFiles } from "#app/files/store/open-store.ts";
import { claimFiles } from "#app/files/store/site-files.ts";
import { copyMissingFiles, type FileStore } from "#app/files/store/store.ts";
import { fillLeadSearch } from "#app/leads/inbox/search-leads.ts";
import { isPlainError, PlainError } from "#app/platform/domain-error.ts";
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
import { keepNamedFiles } from "./proof/check-rows.ts";

export interface RestoreOptions {
  /** Called with the first line, before anything is done: throws where it is not wanted here. */
  onHeader?(header: BackupHeader): Promise<void>;
  /** Keeps a file of the library. */
  keepFile(name: string, bytes: Buffer): Promise<void>;
  /**
   * To look at the rows alone: what a newer release has added to the tables gets columns that hold its values, without the
   * rest of what its steps would make. Otherwise such a backup is refused.
   */
  isForProof?: boolean;
}

export interface RestoredBackup {
  header: BackupHeader;
  trailer: BackupTrailer;
  tables: TableEnd[];
}

/**
 * Puts all of a backup into a new, empty database, within its one transaction: the tables as the version had them that wrote the
 * backup, the rows, each read again and compared with what was written, then the steps since and what is made from rows.
 * Throws a `BrokenBackup` when anything is not as it was.
 */
export async function restoreBackup(
  db: Database,
  chunks: AsyncIterable<Uint8Array>,
  { onHeader, keepFile, isForProof = false }: RestoreOptions,
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
      await makeTables(db, header, isForProof);
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
          throw new BrokenBackup(`The table ${part.table.table} stands in the wrong place.`);
        tables.push(part.table);
        filled += 1;
        break;
      case "file":
        await keepFile(part.name, part.bytes);
        break;
      case "end":
        trailer = part.trailer;
    }
  }
  if (!header || !trailer) throw new BrokenBackup("This backup is cut off: its end is missing.");
  if (filled !== header.tables.length)
    throw new BrokenBackup("Tables are missing in this backup that it says are there.");
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

/** The tables as they were, with nothing in them. */
async function makeTables(db: Database, header: BackupHeader, isForProof: boolean): Promise<void> {
  const newer = header.steps.filter((step) => !Object.hasOwn(steps, step));
  const isReadable = isForProof && newer.every(onlyAdds);
  if (newer.length > 0 && !isReadable)
    throw new NewerDatabase(
      `This backup has tables of a newer version of Frontdesk (${newer.join(", ")}): restore it with that version.`,
    );
  await migrate(db, {
    steps: Object.fromEntries(Object.entries(steps).filter(([name]) => header.steps.includes(name))),
  });
  if (newer.length > 0) await addWhatIsNewer(db, header);
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
      throw new BrokenBackup(`The table ${name} is not made as this version of Frontdesk makes it.`);
  }
  if (made.size > 0)
    throw new BrokenBackup(`Tables are missing in this backup: ${[...made.keys()].join(", ")}.`);
  // The steps themselves may have added some.
  for (const { name } of header.tables.toReversed())
    await sql`delete from ${sql.table(name)}`.execute(db.query);
}

/** Tables and columns that the steps of this version don't make. */
async function addWhatIsNewer(db: Database, { tables }: BackupHeader): Promise<void> {
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
      throw new BrokenBackup(`The rows of ${table.name} are not the same after they were restored.`);
  }
}

export interface SiteRestore {
  /** As `backupLines` wrote them. */
  lines: AsyncIterable<Uint8Array>;
  /** Stored files from elsewhere, of which those are taken that a row names. */
  files?: AsyncIterable<{ name: string; bytes: Buffer }>;
  /** "checked": the secret here must be the one that the backup names. "lost": drops what only the lost secret could read. */
  secret: "checked" | "lost";
}

export interface RestoredSite extends RestoredBackup {
  /** Stored files that were taken, and all their bytes. */
  files: number;
  fileBytes: number;
  /** What is missing, in words. */
  problems: string[];
}

/**
 * Restores a whole site where the deployer's is to be. Nothing that is there is overwritten: where there is a database, or files
 * that are not those of this backup, it throws a `PlainError`. After a kill it can be begun again; until it has ended there is
 * no database.
 */
export async function restoreSite(
  env: Env,
  { lines, files: fromElsewhere, secret }: SiteRestore,
): Promise<RestoredSite> {
  // In the database they can be kept only when its tables are there for everybody.
  const first = { ...env, filesInDatabase: false };
  let stored = 0;
  const whole = await fillNewDatabase(env, "npm run restore", async (db) => {
    const files = await openFileStore(first);
    const storeFile = async (name: string, bytes: Buffer) => {
      await keepFile(files, name, bytes);
      stored += 1;
    };
    const restored = await restoreBackup(db, lines, {
      async onHeader(header) {
        if (secret === "checked") requireSecret(env, requireNamedSecret(header));
        await claimFiles(files, {
          database: idOf(header),
          address: addressOfFiles(first),
          place: placeOfFiles(first),
        });
      },
      keepFile: storeFile,
    });
    const named = fromElsewhere
      ? await keepNamedFiles(db, fromElsewhere, storeFile)
      : { count: 0, bytes: 0, problems: [] };
    await readOrKeep(db, "id", idOf(restored.header));
    if (secret === "lost") await dropSealed(db, env);
    const { trailer } = restored;
    return {
      ...restored,
      files: trailer.files + named.count,
      fileBytes: trailer.fileBytes + named.bytes,
      problems: [...trailer.problems, ...named.problems],
    };
  }).catch((error: unknown) => {
    if (stored > 0 && isPlainError(error))
      error.message += ` ${stored} files of this backup stay among the stored files; a repeated restore uses them.`;
    throw error;
  });
  if (env.filesInDatabase) {
    await using open = await openDatabase(env, "npm run restore", () => {});
    await copyMissingFiles(await openFileStore(first), await openFileStore(env, undefined, open.db));
  }
  return whole;
}

/** The same each time a backup is restored, also one from before databases had an id. */
export function idOf({ database, takenAt }: BackupHeader): string {
  return database ?? `restored-${takenAt}`;
}

/** What others have put there in the meantime stays. */
async function keepFile(files: FileStore, name: string, bytes: Buffer): Promise<void> {
  const there = await files.read(name);
  if (there === null) return files.put(name, bytes);
  if (sha256Of(there) !== sha256Of(bytes))
    throw new PlainError(`The file ${name} is there already, with other bytes, and is not overwritten.`);
}

/** Returns what tells the secret of a backup. Throws a `PlainError` where it names none, since any secret would then do. */
export function requireNamedSecret({ secretCheck }: Pick<BackupHeader, "secretCheck">): string {
  if (secretCheck === null)
    throw new PlainError("This backup does not say which secret it needs. Restore another one.");
  return secretCheck;
}

/** Before anything would make a new one. */
function requireSecret(env: Env, secretCheck: string): void {
  const place = env.databaseUrl === null ? `SECRET or ${env.dataDir}/secret` : "SECRET";
  const loss =
    'if it is lost for good, add "--without-secret": two-factor authentication is then set up anew';
  if (!hasSecret(env))
    throw new PlainError(`The secret of the backed-up site is needed as well, as ${place}; ${loss}.`);
  if (!knowsSecret(env, secretCheck))
    throw new PlainError(
      `SECRET: it is not the one of the backed-up site: give that one as ${place}; ${loss}.`,
    );
}
