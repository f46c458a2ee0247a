import { PlainError } from "#app/lib/errors/domain-error.ts";
import { steps } from "#app/platform/database/migrations/steps.ts";
import { isAdditive, NewerDatabase, refuseUnsupported } from "#app/platform/database/migrations.ts";
import { type BackupHeader, type BackupTable, BrokenBackup, readParts } from "../file/format.ts";
import { type BackupAccess, unpack } from "../file/packing.ts";
import { requireNamedSecret } from "../restore-backup.ts";

/** A backup that can be read several times. */
export interface BackupSource extends BackupAccess {
  read(): AsyncIterable<Uint8Array>;
}

/** A row of a backup by column name. */
export type StoredRow = Record<string, unknown>;

/** Row filters by table, called in the order of each table's key. */
export type RowFilters = Record<string, (row: StoredRow) => boolean>;

export interface PickedRows {
  header: BackupHeader;
  of(table: string): StoredRow[];
}

/**
 * Streams a backup and collects single rows; calls `onFile` for its files. Throws a `BrokenBackup`
 * if a table was changed and a `PlainError` if its schema is incompatible.
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
      refuseIncompatible(part.header);
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
  if (!picked) throw new BrokenBackup("This is not a Frontdesk backup.");
  return picked;
}

function readRow({ columns }: BackupTable, line: string): StoredRow {
  const values: unknown[] = JSON.parse(line);
  return Object.fromEntries(columns.map(({ name }, at) => [name, values[at]]));
}

/** Accepts backups whose missing migrations only add. */
function refuseIncompatible({ steps: taken }: BackupHeader): void {
  refuseUnsupported(taken, "backup");
  if (taken.some((step) => !Object.hasOwn(steps, step) && !isAdditive(step))) throw new NewerDatabase();
  const since = Object.keys(steps).filter((step) => !taken.includes(step));
  if (!since.every(isAdditive))
    throw new PlainError(
      "This backup is of an older version with other tables: restore all of it into an empty place, then copy the content you need with npm run export.",
    );
}
