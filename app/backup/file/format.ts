import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import type { Database } from "#app/database/database.ts";
import { PlainError } from "#app/platform/domain-error.ts";

/** Raised when a file is written that the versions before can't read. */
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

/** The first line: what the backup is of. */
const header = z.object({
  frontdesk: z.literal("backup"),
  format: z.number(),
  /** As `readProductVersion` says it. */
  product: z.string(),
  reason: z.string(),
  /** When everything in it was so; ISO 8601 in UTC. */
  takenAt: z.iso.datetime(),
  engine: z.enum(["sqlite", "postgres"]),
  /** The id of the database; null from before databases had one. */
  database: z.string().nullable(),
  /** The steps the tables have been through, in order. */
  steps: z.array(z.string()),
  /** What `secretCheck` makes of the secret that its sealed columns need; null where none was kept. */
  secretCheck: z.string().nullable(),
  /** Whether the files of the library are in it. */
  withFiles: z.boolean(),
  /** In an order in which no row points to one that comes later. */
  tables: z.array(table),
});

export type BackupHeader = z.infer<typeof header>;
export type BackupTable = z.infer<typeof table>;

/** Follows the rows of a table. */
const tableEnd = z.object({
  table: z.string(),
  rows: z.number(),
  /** SHA-256 of its lines, each with the line end. */
  sha256: z.string(),
});

/** A stored file of the library: as `describeFile` writes it and `readFileLine` reads it. */
const storedFile = z.object({
  file: z.string(),
  sha256: z.string(),
  /** In base64. */
  data: z.string(),
});

type FileRecord = z.infer<typeof storedFile>;

/** The last line: without it a file is cut off. */
const trailer = z.object({
  end: z.literal(true),
  rows: z.number(),
  files: z.number(),
  /** Of the files, before they are put together. */
  fileBytes: z.number(),
  /** What could not be put in, in words. */
  problems: z.array(z.string()),
  /** SHA-256 of all lines before, each with its line end. */
  sha256: z.string(),
});

export type BackupTrailer = z.infer<typeof trailer>;
export type TableEnd = z.infer<typeof tableEnd>;

export type BackupPart =
  | { is: "header"; header: BackupHeader }
  /** Rows of the table that the next "table" part names: JSON arrays of values in the order of the columns, as text. */
  | { is: "rows"; lines: string[] }
  | { is: "table"; table: TableEnd }
  | { is: "file"; name: string; bytes: Buffer }
  | { is: "end"; trailer: BackupTrailer };

/** A file that is not what a whole backup is: cut off, changed, or something else. */
export class BrokenBackup extends PlainError {
  override name = "BrokenBackup";
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** What a line says of a stored file. */
export function describeFile(name: string, bytes: Uint8Array): FileRecord {
  return {
    file: name,
    sha256: sha256Of(bytes),
    data: inBase64(bytes),
  };
}

const dataMark = Buffer.from(',"data":"');
const dataEnd = Buffer.from('"}\n');

/**
 * The stored file of a line as `describeFile` writes it; null for any other line. The bytes are taken out of it without making a
 * text of them, which would hold them three times more. Throws a `BrokenBackup` when it is not the file that was written.
 */
export function readFileLine(line: Buffer): Extract<BackupPart, { is: "file" }> | null {
  // Within a text of JSON the quotes of the mark would have backslashes.
  const from = line.indexOf(dataMark);
  const to = line.length - dataEnd.length;
  if (from < 0 || to < from + dataMark.length || !line.subarray(to).equals(dataEnd)) return null;
  const head = storedFile
    .omit({ data: true })
    .safeParse(parseJsonLine(Buffer.concat([line.subarray(0, from), Buffer.from("}")])));
  if (!head.success) return null;
  const bytes = decodeBase64(line.subarray(from + dataMark.length, to));
  const { file, sha256 } = head.data;
  if (sha256Of(bytes) !== sha256) throw new BrokenBackup(`The file ${file} is not the one that was written.`);
  return { is: "file", name: file, bytes };
}

/** Characters that are decoded together, a multiple of four. */
const base64Step = 65_536;

function decodeBase64(text: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(Math.floor((text.length * 3) / 4));
  let length = 0;
  for (let at = 0; at < text.length; at += base64Step)
    length += bytes.write(text.toString("latin1", at, at + base64Step), length, "base64");
  return bytes.subarray(0, length);
}

export function inBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("base64");
}

/** Throws a `BrokenBackup` for what is no JSON. */
export function parseJsonLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    throw new BrokenBackup("This is no backup of Frontdesk, or it was changed.");
  }
}

/**
 * Bytes of a line. A stored file has at most some 20 MB (a picture of 1,920 by 16,383 pixels), 27 MB in base64; the longest rows
 * are entries, of which an import takes 16 million characters, three bytes each and more where they are escaped.
 */
const longestLine = 64_000_000;
/** Rows are handed on by so many characters at a time. */
const handfulLength = 1_000_000;

/**
 * Reads the lines of a backup one after the other and holds no more than a handful of them. Throws a `BrokenBackup`
 * for any that is not whole and unchanged; only with the "end" part is it known that it is.
 */
export async function* readParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<BackupPart> {
  const whole = createHash("sha256");
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
      if (length >= handfulLength) {
        yield { is: "rows", lines: rows };
        rows = [];
        length = 0;
      }
    } else {
      const part = readRecord(line);
      if (part.is === "table") {
        if (rows.length > 0) yield { is: "rows", lines: rows };
        if (part.table.rows !== count || part.table.sha256 !== sum.digest("hex"))
          throw new BrokenBackup(`The rows of ${part.table.table} are not those that were written.`);
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
        if (!isSame || end.sha256 !== whole.copy().digest("hex"))
          throw new BrokenBackup("What is in this backup is not what was written.");
        hasEnded = true;
      }
      yield part;
    }
    whole.update(line);
  }
  if (!hasEnded) throw new BrokenBackup("This backup is cut off: its end is missing.");
}

/** The first line alone; nothing else is known of the backup then. Throws a `BrokenBackup` for what is none. */
export async function readBackupHeader(chunks: AsyncIterable<Uint8Array>): Promise<BackupHeader> {
  for await (const line of splitLines(chunks)) return readHeader(line);
  throw new BrokenBackup("This file is empty.");
}

function readHeader(line: Buffer): BackupHeader {
  const said = parseJsonLine(line);
  const read = header.safeParse(said);
  if (read.success && read.data.format === formatNumber) return read.data;
  const number = z.object({ frontdesk: z.literal("backup"), format: z.number() }).safeParse(said);
  if (number.success && number.data.format > formatNumber)
    throw new BrokenBackup("A newer version of Frontdesk has written this backup: restore it with that one.");
  throw new BrokenBackup("This is no backup of Frontdesk.");
}

function readRecord(line: Buffer): Exclude<BackupPart, { is: "header" | "rows" }> {
  const file = readFileLine(line);
  if (file) return file;
  const read = z.union([tableEnd, trailer]).safeParse(parseJsonLine(line));
  if (!read.success) throw new BrokenBackup("A line of this backup is not as it should be.");
  const { data } = read;
  return "end" in data ? { is: "end", trailer: data } : { is: "table", table: data };
}

/** Each with its line end; what stands behind the last one is no line. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let keptLength = 0;
  for await (const chunk of chunks) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = Buffer.concat([...kept, rest.subarray(0, end + 1)]);
      kept = [];
      keptLength = 0;
      yield line;
      rest = rest.subarray(end + 1);
    }
    if (rest.length === 0) continue;
    kept.push(rest);
    keptLength += rest.length;
    if (keptLength > longestLine)
      throw new BrokenBackup("A line of this backup is longer than any that Frontdesk writes.");
  }
  if (keptLength > 0) throw new BrokenBackup("This backup is cut off in the middle of a line.");
}

/** Rows read with one question. */
const pageSize = 200;

/**
 * The rows of a table by its primary key, byte by byte, each as a JSON array of its values with a line end: the same on both
 * engines. Answers how many there were and their hash.
 */
export async function* readRowLines(
  { query, dialect }: Pick<Database, "query" | "dialect">,
  { name, columns, key }: BackupTable,
): AsyncGenerator<string, TableEnd> {
  const sum = createHash("sha256");
  const isText = new Set(columns.filter(({ type }) => type === "text").map((column) => column.name));
  const inBytes = (column: string) =>
    dialect.name === "postgres" && isText.has(column) ? sql`${sql.ref(column)} collate "C"` : sql.ref(column);
  const order = sql.join(key.map(inBytes));
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
