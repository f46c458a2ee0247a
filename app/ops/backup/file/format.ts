import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Format version; increased when older releases cannot read the file. */
export const formatNumber = 1;

const table = z.object({
  name: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.enum(["text", "integer", "real"]),
    }),
  ),
  key: z.array(z.string()),
});

/** The first line, which describes the backup. */
const header = z.object({
  frontdesk: z.literal("backup"),
  format: z.number(),
  /** Version from `readProductVersion`. */
  product: z.string(),
  reason: z.string(),
  /** Time of the snapshot; ISO 8601 in UTC. */
  takenAt: z.iso.datetime(),
  engine: z.enum(["sqlite", "postgres"]),
  /** The id of the database; null in backups that predate ids. */
  database: z.string().nullable(),
  /** Names of the applied migrations, in order. */
  steps: z.array(z.string()),
  /** The `secretCheck` of the secret that encrypted columns need; null if not stored. */
  secretCheck: z.string().nullable(),
  /** Whether the backup includes the library's files. */
  withFiles: z.boolean(),
  /** Ordered so that foreign keys refer only to earlier tables. */
  tables: z.array(table),
});

export type BackupHeader = z.infer<typeof header>;
export type BackupTable = z.infer<typeof table>;

/** Ends the rows of a table. */
const tableEnd = z.object({
  table: z.string(),
  rows: z.number(),
  /** SHA-256 of the lines, including line ends. */
  sha256: z.string(),
});

/** A stored file of the library, written by `describeFile` and read by `readFileLine`. */
const storedFile = z.object({
  file: z.string(),
  sha256: z.string(),
  /** Base64. */
  data: z.string(),
});

type FileRecord = z.infer<typeof storedFile>;

/** The last line; a file without it is cut off. */
const trailer = z.object({
  end: z.literal(true),
  rows: z.number(),
  files: z.number(),
  /** Total size of the files, decoded. */
  fileBytes: z.number(),
  /** Descriptions of missing or damaged data. */
  problems: z.array(z.string()),
  /** SHA-256 of all earlier lines, including line ends. */
  sha256: z.string(),
});

export type BackupTrailer = z.infer<typeof trailer>;
export type TableEnd = z.infer<typeof tableEnd>;

export type BackupPart =
  | { is: "header"; header: BackupHeader }
  /** JSON arrays of values in column order, as text; the next "table" part names the table. */
  | { is: "rows"; lines: string[] }
  | { is: "table"; table: TableEnd }
  | { is: "file"; name: string; bytes: Buffer }
  | { is: "end"; trailer: BackupTrailer };

/** Reports a file that is not a complete backup: cut off, changed or of another format. */
export class BrokenBackup extends PlainError {
  override name = "BrokenBackup";
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Makes the record of a stored file. */
export function describeFile(name: string, bytes: Uint8Array): FileRecord {
  return {
    file: name,
    sha256: sha256Of(bytes),
    data: encodeBase64(bytes),
  };
}

const dataMarker = Buffer.from(',"data":"');
const dataEnd = Buffer.from('"}\n');

/**
 * Reads a line written by `describeFile`, without decoding it as a string, which would take three
 * times the memory; null for any other line. Throws a `BrokenBackup` if the content changed.
 */
export function readFileLine(line: Buffer): Extract<BackupPart, { is: "file" }> | null {
  // Within a JSON string the quotes of the marker would be escaped.
  const from = line.indexOf(dataMarker);
  const to = line.length - dataEnd.length;
  if (from < 0 || to < from + dataMarker.length || !line.subarray(to).equals(dataEnd)) return null;
  const head = storedFile
    .omit({ data: true })
    .safeParse(parseJsonLine(Buffer.concat([line.subarray(0, from), Buffer.from("}")])));
  if (!head.success) return null;
  const bytes = decodeBase64(line.subarray(from + dataMarker.length, to));
  const { file, sha256 } = head.data;
  if (sha256Of(bytes) !== sha256) throw new BrokenBackup(`The file ${file} was changed.`);
  return { is: "file", name: file, bytes };
}

/** Characters decoded at once, a multiple of four. */
const base64Step = 65_536;

function decodeBase64(text: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(Math.floor((text.length * 3) / 4));
  let length = 0;
  for (let at = 0; at < text.length; at += base64Step)
    length += bytes.write(text.toString("latin1", at, at + base64Step), length, "base64");
  return bytes.subarray(0, length);
}

export function encodeBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

/** Throws a `BrokenBackup` for invalid JSON. */
export function parseJsonLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    throw new BrokenBackup("This is not a Frontdesk backup, or it was changed.");
  }
}

/**
 * Maximum bytes of a line. A stored file has at most 27 MB in base64 (a picture of 1,920 by 16,383
 * pixels); an imported entry at most 16 million characters.
 */
const maxLineBytes = 64_000_000;
/** Characters of rows in one part. */
const batchLength = 1_000_000;

/**
 * Reads a backup as a stream of parts. Throws a `BrokenBackup` if it is incomplete or changed; only
 * the "end" part confirms that it is not.
 */
export async function* readParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart> {
  const fileHash = createHash("sha256");
  let rows: string[] = [];
  let length = 0;
  let sum = createHash("sha256");
  let count = 0;
  let found = { rows: 0, files: 0, fileBytes: 0 };
  let isFirst = true;
  let hasEnded = false;
  for await (const line of splitLines(chunks)) {
    if (hasEnded) throw new BrokenBackup("Something follows the end of this backup: it was changed.");
    if (isFirst) {
      isFirst = false;
      yield { is: "header", header: readHeader(line) };
    } else if (line[0] === 0x5b) {
      rows.push(line.toString("utf8", 0, line.length - 1));
      length += line.length;
      sum.update(line);
      count += 1;
      if (length >= batchLength) {
        yield { is: "rows", lines: rows };
        rows = [];
        length = 0;
      }
    } else {
      const part = readRecord(line);
      if (part.is === "table") {
        if (rows.length > 0) yield { is: "rows", lines: rows };
        if (part.table.rows !== count || part.table.sha256 !== sum.digest("hex"))
          throw new BrokenBackup(`The rows of ${part.table.table} were changed.`);
        found = { ...found, rows: found.rows + count };
        rows = [];
        length = 0;
        count = 0;
        sum = createHash("sha256");
      }
      if (part.is === "file")
        found = { ...found, files: found.files + 1, fileBytes: found.fileBytes + part.bytes.length };
      if (part.is === "end") {
        const { trailer: end } = part;
        const isSame =
          end.rows === found.rows && end.files === found.files && end.fileBytes === found.fileBytes;
        if (!isSame || end.sha256 !== fileHash.copy().digest("hex"))
          throw new BrokenBackup("The content of this backup was changed.");
        hasEnded = true;
      }
      yield part;
    }
    fileHash.update(line);
  }
  if (!hasEnded) throw new BrokenBackup("This backup is cut off: its end is missing.");
}

/** Reads the header only. Throws a `BrokenBackup` for any other file. */
export async function readBackupHeader(chunks: AsyncIterable<Uint8Array>): Promise<BackupHeader> {
  for await (const line of splitLines(chunks)) return readHeader(line);
  throw new BrokenBackup("This file is empty.");
}

function readHeader(line: Buffer): BackupHeader {
  const value = parseJsonLine(line);
  const read = header.safeParse(value);
  if (read.success && read.data.format === formatNumber) return read.data;
  const number = z.object({ frontdesk: z.literal("backup"), format: z.number() }).safeParse(value);
  if (number.success && number.data.format > formatNumber)
    throw new BrokenBackup("A newer version of Frontdesk has written this backup: restore it with that one.");
  throw new BrokenBackup("This is not a Frontdesk backup.");
}

function readRecord(line: Buffer): Exclude<BackupPart, { is: "header" | "rows" }> {
  const file = readFileLine(line);
  if (file) return file;
  const read = z.union([tableEnd, trailer]).safeParse(parseJsonLine(line));
  if (!read.success) throw new BrokenBackup("A line of this backup is invalid.");
  const { data } = read;
  return "end" in data ? { is: "end", trailer: data } : { is: "table", table: data };
}

/** Yields lines with their line ends. Throws a `BrokenBackup` if the last line has none. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let pendingLength = 0;
  for await (const chunk of chunks) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = Buffer.concat([...pending, rest.subarray(0, end + 1)]);
      pending = [];
      pendingLength = 0;
      yield line;
      rest = rest.subarray(end + 1);
    }
    if (rest.length === 0) continue;
    pending.push(rest);
    pendingLength += rest.length;
    if (pendingLength > maxLineBytes)
      throw new BrokenBackup("A line of this backup is longer than any that Frontdesk writes.");
  }
  if (pendingLength > 0) throw new BrokenBackup("This backup is cut off in the middle of a line.");
}

/** Rows per query. */
const pageSize = 200;

/**
 * Reads the rows of a table in byte order of the primary key, each as a JSON array with a line end,
 * the same on both engines. Returns their count and hash.
 */
export async function* readRowLines(
  { query, dialect }: Pick<Database, "query" | "dialect">,
  { name, columns, key }: BackupTable,
): AsyncGenerator<string, TableEnd> {
  const sum = createHash("sha256");
  const isText = new Set(columns.filter(({ type }) => type === "text").map((column) => column.name));
  const inByteOrder = (column: string) =>
    dialect.name === "postgres" && isText.has(column) ? sql`${sql.ref(column)} collate "C"` : sql.ref(column);
  const order = sql.join(key.map(inByteOrder));
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  let rows = 0;
  for (let after: unknown[] | null = null; ; ) {
    const rest: ReturnType<typeof sql> =
      after === null ? sql`` : sql`where (${order}) > (${sql.join(after)})`;
    const page = await sql<Record<string, unknown>>`select ${names} from ${sql.table(name)} ${rest}
      order by ${order} limit ${pageSize}`.execute(query);
    for (const row of page.rows) {
      const line = `${JSON.stringify(columns.map((column) => row[column.name]))}\n`;
      sum.update(line);
      rows += 1;
      yield line;
    }
    const last = page.rows.at(-1);
    if (!last || page.rows.length < pageSize)
      return {
        table: name,
        rows,
        sha256: sum.digest("hex"),
      };
    after = key.map((column) => last[column]);
  }
}
