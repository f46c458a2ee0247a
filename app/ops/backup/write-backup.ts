import { createHash } from "node:crypto";
import { readRevision } from "#app/domain/files/library/file-address.ts";
import { type FileRow, readPrevious } from "#app/domain/files/library/library.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { TableShape } from "#app/platform/database/engines/engine.ts";
import { readFact } from "#app/platform/database/installation.ts";
import { steps } from "#app/platform/database/migrations/steps.ts";
import { readAppliedSteps } from "#app/platform/database/migrations.ts";
import { type BackupReason, type BackupStore, backupName } from "./backup-store.ts";
import {
  type BackupHeader,
  type BackupTrailer,
  describeFile,
  formatNumber,
  readRowLines,
} from "./file/format.ts";
import { pack } from "./file/packing.ts";

export interface Snapshot extends Pick<Database, "query" | "dialect" | "backup"> {
  /** Time of the snapshot. */
  takenAt: Date;
}

export interface LineOptions {
  /** The library's files; null excludes them. */
  files: Pick<FileStore, "read" | "listOf"> | null;
  /** Recorded in the header for readers. */
  reason: BackupReason | "increment";
  /** Version from `readProductVersion`. */
  product: string;
}

export interface WriteOptions extends LineOptions {
  store: BackupStore;
  /** An age identity; null writes the backup unencrypted. */
  key: string | null;
  reason: BackupReason;
}

export interface WrittenBackup extends Pick<BackupTrailer, "rows" | "files" | "fileBytes" | "problems"> {
  name: string;
  takenAt: string;
  /** Size of the stored backup. */
  bytes: number;
}

/**
 * Streams all rows of a snapshot and the files they refer to into the store; memory use depends on
 * the largest file only. Missing files are recorded as problems in the backup and the result.
 */
export async function writeBackup(snapshot: Snapshot, options: WriteOptions): Promise<WrittenBackup> {
  const { store, key, reason } = options;
  const name = backupName(snapshot.takenAt, reason, key !== null);
  const draft = await store.write(name);
  let end: BackupTrailer | null = null;
  const lines = backupLines(snapshot, options, (trailer) => {
    end = trailer;
  });
  try {
    for await (const chunk of pack(lines, key)) await draft.append(chunk);
    const trailer = end as BackupTrailer | null; // set by the callback
    if (trailer === null) throw new Error("A backup ended before its end.");
    const bytes = await draft.finish();
    const { rows, files, fileBytes, problems } = trailer;
    return {
      name,
      takenAt: snapshot.takenAt.toISOString(),
      bytes,
      rows,
      files,
      fileBytes,
      problems,
    };
  } catch (error) {
    await draft.abandon().catch(() => {});
    throw error;
  }
}

/** Yields the lines of a backup. */
export async function* backupLines(
  snapshot: Snapshot,
  options: LineOptions,
  onEnd: (trailer: BackupTrailer) => void = () => {},
): AsyncGenerator<string> {
  const fileHash = createHash("sha256");
  const asLine = (value: unknown) => {
    const line = `${JSON.stringify(value)}\n`;
    fileHash.update(line);
    return line;
  };
  const header = await describe(snapshot, options);
  yield asLine(header);
  let rows = 0;
  for (const table of header.tables) {
    const lines = readRowLines(snapshot, table);
    for (let next = await lines.next(); ; next = await lines.next()) {
      if (next.done) {
        rows += next.value.rows;
        yield asLine(next.value);
        break;
      }
      fileHash.update(next.value);
      yield next.value;
    }
  }
  const problems: string[] = [];
  let files = 0;
  let fileBytes = 0;
  if (options.files !== null)
    for await (const found of readFiles(snapshot, options.files)) {
      if ("problem" in found) {
        problems.push(found.problem);
        continue;
      }
      files += 1;
      fileBytes += found.bytes.byteLength;
      yield asLine(describeFile(found.name, found.bytes));
    }
  const trailer: BackupTrailer = {
    end: true,
    rows,
    files,
    fileBytes,
    problems,
    sha256: fileHash.copy().digest("hex"),
  };
  onEnd(trailer);
  yield asLine(trailer);
}

async function describe(snapshot: Snapshot, { files, product, reason }: LineOptions): Promise<BackupHeader> {
  const taken = await readAppliedSteps(snapshot);
  const hasFacts = await snapshot.dialect.hasTable(snapshot.query, "installation");
  const tables = sortByReferences(await snapshot.backup.readTables(snapshot.query));
  return {
    frontdesk: "backup",
    format: formatNumber,
    product,
    reason,
    takenAt: snapshot.takenAt.toISOString(),
    engine: snapshot.dialect.name,
    database: hasFacts ? await readFact(snapshot, "id") : null,
    steps: [
      ...Object.keys(steps).filter((step) => taken.includes(step)),
      // Migrations of a newer release that this one can run on.
      ...taken.filter((step) => !Object.hasOwn(steps, step)).toSorted(),
    ],
    secretCheck: hasFacts ? await readFact(snapshot, "secret-check") : null,
    withFiles: files !== null,
    tables: tables.map(({ name, columns, key }) => ({
      name,
      columns,
      key,
    })),
  };
}

/** Sorts tables by foreign keys, then by name. */
function sortByReferences(tables: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = [];
  let left = tables.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const ready = left.filter(({ refersTo }) => !refersTo.some((other) => names.has(other)));
    if (ready.length === 0)
      throw new Error(`Tables point to each other in a circle: ${[...names].join(", ")}`);
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

type FoundFile = { name: string; bytes: Uint8Array } | { problem: string };

/** Reads the stored files of every row in `files`, current and restorable ones. */
async function* readFiles(
  { query, dialect }: Snapshot,
  store: Pick<FileStore, "read" | "listOf">,
): AsyncGenerator<FoundFile> {
  if (!(await dialect.hasTable(query, "files"))) return;
  for (let after = ""; ; ) {
    const rows = await query
      .selectFrom("files")
      .select(["id", "name", "bytes", "revision", "previous"])
      .where("id", ">", after)
      .orderBy("id")
      .limit(200)
      .execute();
    for (const row of rows) yield* readFileOf(row, store);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/**
 * Reads the stored files of a row and reports a problem if their total size differs from the
 * recorded one.
 */
async function* readFileOf(
  row: Pick<FileRow, "id" | "name" | "bytes" | "revision" | "previous">,
  store: Pick<FileStore, "read" | "listOf">,
): AsyncGenerator<FoundFile> {
  const previous = readPrevious(row);
  const wanted = new Map([
    [row.revision, row.bytes],
    ...(previous ? [[previous.revision, previous.bytes] as const] : []),
  ]);
  const found = new Map<number, number>();
  for (const name of (await store.listOf(row.id)).toSorted()) {
    const { revision } = readRevision(name.slice(name.indexOf("/") + 1));
    if (!wanted.has(revision)) continue;
    const bytes = await store.read(name);
    if (bytes === null) continue;
    found.set(revision, (found.get(revision) ?? 0) + bytes.byteLength);
    yield {
      name,
      bytes,
    };
  }
  for (const [revision, bytes] of wanted) {
    const size = found.get(revision) ?? 0;
    // Rows without a recorded size cannot be checked.
    if (size === bytes || bytes === 0) continue;
    const problem = size === 0 ? "is missing" : `has ${size} bytes instead of ${bytes}`;
    yield { problem: `The file "${row.name}" (${row.id}) ${problem}.` };
  }
}
