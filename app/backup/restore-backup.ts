import { sql } from "kysely";
import { fillSearch } from "#app/content/published/rebuild-live.ts";
import type { Database } from "#app/database/database.ts";
import { migrate, NewerDatabase, onlyAdds, steps } from "#app/database/migrations.ts";
import { fillLeadSearch } from "#app/leads/inbox/search-leads.ts";
import {
  type BackupHeader,
  type BackupTable,
  type BackupTrailer,
  BrokenBackup,
  readParts,
  type TableEnd,
} from "./file/format.ts";
import { readRowLines } from "./file/rows.ts";

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
      await onHeader?.(header);
      await makeTables(db, header, isForProof);
      continue;
    }
    const table = header?.tables[filled];
    switch (part.is) {
      case "rows":
        if (!table) throw new BrokenBackup("There are rows in this backup that belong to no table.");
        await db.engine.insertRows(db.query, table, `[${part.lines.join(",")}]`);
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
  await db.engine.clearSearch(db.query);
  await fillSearch(db);
  await fillLeadSearch(db);
  return {
    header,
    trailer,
    tables,
  };
}

/** The tables as they were, with nothing in them. */
async function makeTables(db: Database, header: BackupHeader, isForProof: boolean): Promise<void> {
  const newer = header.steps.filter((step) => !(step in steps));
  const isReadable = isForProof && newer.every(onlyAdds);
  if (newer.length > 0 && !isReadable) throw new NewerDatabase();
  await migrate(db, {
    steps: Object.fromEntries(Object.entries(steps).filter(([name]) => header.steps.includes(name))),
  });
  if (newer.length > 0) await addWhatIsNewer(db, header);
  const made = new Map((await db.engine.readTables(db.query)).map((table) => [table.name, table]));
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
  const made = new Map((await db.engine.readTables(db.query)).map((table) => [table.name, table]));
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
