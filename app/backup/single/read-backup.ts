import { steps } from "#app/database/migrations/steps.ts";
import { NewerDatabase, onlyAdds, refuseUnsupported } from "#app/database/migrations.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { type BackupHeader, type BackupTable, BrokenBackup, readParts } from "../file/format.ts";
import { type BackupAccess, unpack } from "../file/packing.ts";
import { requireNamedSecret } from "../restore-backup.ts";

/** A backup that is read as often as something of it is looked for. */
export interface BackupSource extends BackupAccess {
  read(): AsyncIterable<Uint8Array>;
}

/** A row as the backup holds it, by the names of its columns. */
export type StoredRow = Record<string, unknown>;

/** Of each table that is looked into, which rows are wanted; asked as they come by, in the order of the tables' keys. */
export type RowFilters = Record<string, (row: StoredRow) => boolean>;

export interface PickedRows {
  header: BackupHeader;
  of(table: string): StoredRow[];
}

/**
 * Takes single rows out of a backup while it streams by, and holds nothing else of it. Its files are read only where `onFile`
 * wants them. Throws a `BrokenBackup` when a table is not as it was written, and a `PlainError` for a backup whose rows are
 * made otherwise than those of this version.
 */
export async function pickRows(
  source: BackupSource,
  wanted: RowFilters,
  onFile?: (name: string, bytes: Buffer, picked: PickedRows) => Promise<void>,
): Promise<PickedRows> {
  const rows = new Map<string, StoredRow[]>();
  const of = (table: string) => rows.get(table) ?? [];
  let picked: PickedRows | null = null;
  let filled = 0;
  for await (const part of readParts(unpack(source.read(), source))) {
    if (part.is === "header") {
      refuseOtherTables(part.header);
      requireNamedSecret(part.header);
      picked = { header: part.header, of };
      continue;
    }
    if (!picked) break;
    const table = picked.header.tables[filled];
    if (part.is === "rows") {
      const isWanted = table && Object.hasOwn(wanted, table.name) ? wanted[table.name] : undefined;
      if (!table || !isWanted) continue;
      const found = rows.get(table.name) ?? [];
      rows.set(table.name, found);
      for (const line of part.lines) {
        const row = readRow(table, line);
        if (isWanted(row)) found.push(row);
      }
    } else if (part.is === "table") filled += 1;
    else if (!onFile) break;
    else if (part.is === "file") await onFile(part.name, part.bytes, picked);
  }
  if (!picked) throw new BrokenBackup("This is no backup of Frontdesk.");
  return picked;
}

function readRow({ columns }: BackupTable, line: string): StoredRow {
  const values: unknown[] = JSON.parse(line);
  return Object.fromEntries(columns.map(({ name }, at) => [name, values[at]]));
}

/** Steps that only add leave the rows before them as they were. */
function refuseOtherTables({ steps: taken }: BackupHeader): void {
  refuseUnsupported(taken, "backup");
  if (taken.some((step) => !Object.hasOwn(steps, step) && !onlyAdds(step))) throw new NewerDatabase();
  const since = Object.keys(steps).filter((step) => !taken.includes(step));
  if (!since.every(onlyAdds))
    throw new PlainError(
      "This backup is of an older version, whose tables were others: restore the whole of it into an empty place, and take what you need from there with npm run export.",
    );
}
