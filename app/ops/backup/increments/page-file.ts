import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { z } from "zod";
import {
  BrokenBackup,
  describeFile,
  encodeBase64,
  parseJsonLine,
  readFileLine,
  splitLines,
} from "../file/format.ts";
import { type BackupAccess, unpack } from "../file/packing.ts";

/** Format version; increased when older releases cannot read the file. */
const pageFormat = 1;

const pageHeader = z.object({
  frontdesk: z.literal("pages"),
  format: z.literal(pageFormat),
  set: z.string(),
  is: z.enum(["base", "increment", "files"]),
  /** Version from `readProductVersion`. */
  product: z.string(),
  /** Time of the database copy; ISO 8601 in UTC. */
  takenAt: z.iso.datetime(),
  /** The full backup that contains the files stored earlier. */
  backup: z.string(),
  /** The id of the database; null in increments that predate it. */
  database: z.string().nullable().default(null),
  pageSize: z.number(),
});

export type PageHeader = z.infer<typeof pageHeader>;

/** Consecutive pages. */
const pageRun = z.object({
  /** Number of the first page, counted from 0. */
  page: z.number(),
  /** Base64. */
  data: z.string(),
});

/** The last line; a file without it is cut off. */
const pageTrailer = z.object({
  end: z.literal(true),
  /** Number of pages in the whole database. */
  pageCount: z.number(),
  /** SHA-256 of the whole database after these pages are applied. */
  database: z.string(),
  /** SHA-256 of all earlier lines, including line ends. */
  sha256: z.string(),
});

export type PageTrailer = z.infer<typeof pageTrailer>;

export type PageFilePart =
  | { is: "header"; header: PageHeader }
  | { is: "pages"; first: number; bytes: Buffer }
  | { is: "file"; name: string; bytes: Buffer }
  | { is: "end"; trailer: PageTrailer };

export type PageContent =
  | { is: "pages"; first: number; bytes: Uint8Array }
  | { is: "file"; name: string; bytes: Uint8Array };

/** Yields the lines of a base, an increment or a file part. */
export async function* pageLines(
  header: Omit<PageHeader, "frontdesk" | "format">,
  content: AsyncIterable<PageContent> | Iterable<PageContent>,
  end: Pick<PageTrailer, "pageCount" | "database">,
): AsyncGenerator<string> {
  const sum = createHash("sha256");
  const asLine = (value: unknown) => {
    const line = `${JSON.stringify(value)}\n`;
    sum.update(line);
    return line;
  };
  yield asLine({ frontdesk: "pages", format: pageFormat, ...header } satisfies PageHeader);
  for await (const part of content) {
    if (part.is === "pages") yield asLine({ page: part.first, data: encodeBase64(part.bytes) });
    else yield asLine(describeFile(part.name, part.bytes));
  }
  const trailer: PageTrailer = { end: true, ...end, sha256: sum.copy().digest("hex") };
  yield asLine(trailer);
}

/**
 * Reads a page file as a stream of parts. Throws a `BrokenBackup` if it is incomplete or changed;
 * only the "end" part confirms that it is not.
 */
export async function* readPageFile(
  chunks: AsyncIterable<Uint8Array>,
  access: BackupAccess,
): AsyncGenerator<PageFilePart> {
  const sum = createHash("sha256");
  let isFirst = true;
  let hasEnded = false;
  for await (const line of splitLines(unpack(chunks, access))) {
    if (hasEnded) throw new BrokenBackup("Something follows the end of this increment: it was changed.");
    const part = isFirst ? readPageHeader(line) : readPagePart(line);
    isFirst = false;
    if (part.is === "end") {
      hasEnded = true;
      if (part.trailer.sha256 !== sum.copy().digest("hex"))
        throw new BrokenBackup("The content of this increment was changed.");
    }
    yield part;
    sum.update(line);
  }
  if (!hasEnded) throw new BrokenBackup("This increment is cut off: its end is missing.");
}

/** Reads the header only. */
export async function readFirstLine(parts: AsyncIterable<PageFilePart>): Promise<PageHeader> {
  for await (const part of parts) if (part.is === "header") return part.header;
  throw new BrokenBackup("This file is empty.");
}

function readPageHeader(line: Buffer): PageFilePart {
  const { success, data } = pageHeader.safeParse(parseJsonLine(line));
  if (!success) throw new BrokenBackup("This is not an increment that this version of Frontdesk can read.");
  return { is: "header", header: data };
}

function readPagePart(line: Buffer): PageFilePart {
  const file = readFileLine(line);
  if (file) return file;
  const { success, data } = z.union([pageRun, pageTrailer]).safeParse(parseJsonLine(line));
  if (!success) throw new BrokenBackup("A line of this increment is invalid.");
  if ("end" in data) return { is: "end", trailer: data };
  return { is: "pages", first: data.page, bytes: Buffer.from(data.data, "base64") };
}

/** Hashes of all pages of an unchanging database file. */
export interface PageHashes {
  pageSize: number;
  pageCount: number;
  /** SHA-256 of the whole file. */
  database: string;
  /** Concatenated SHA-256 hashes of the pages. */
  hashes: Buffer;
}

export const hashBytes = 32;
/** Pages read and written at once. */
const runPages = 64;

export function hashPages(path: string): PageHashes {
  const file = openSync(path, "r");
  try {
    const pageSize = readPageSize(file);
    const pageCount = Math.ceil(fstatSync(file).size / pageSize);
    const hashes = Buffer.alloc(pageCount * hashBytes);
    const fileHash = createHash("sha256");
    const run = Buffer.alloc(pageSize * runPages);
    for (let first = 0; first < pageCount; first += runPages) {
      const count = Math.min(runPages, pageCount - first);
      readFully(file, run.subarray(0, count * pageSize), first * pageSize);
      fileHash.update(run.subarray(0, count * pageSize));
      for (let at = 0; at < count; at += 1)
        createHash("sha256")
          .update(run.subarray(at * pageSize, (at + 1) * pageSize))
          .digest()
          .copy(hashes, (first + at) * hashBytes);
    }
    return { pageSize, pageCount, hashes, database: fileHash.digest("hex") };
  } finally {
    closeSync(file);
  }
}

/** Returns the numbers of the pages whose hash changed. */
export function findChanged(before: Buffer, { hashes, pageCount }: PageHashes): number[] {
  const changed: number[] = [];
  for (let page = 0; page < pageCount; page += 1) {
    const [from, to] = [page * hashBytes, (page + 1) * hashBytes];
    if (to > before.length || before.compare(hashes, from, to, from, to) !== 0) changed.push(page);
  }
  return changed;
}

/** Reads the given pages in ascending order, or all, and groups consecutive ones. */
export function* readRuns(
  path: string,
  { pageSize, pageCount }: Pick<PageHashes, "pageSize" | "pageCount">,
  pages: readonly number[] | "all",
): Generator<PageContent> {
  const file = openSync(path, "r");
  try {
    for (const [first, count] of findRuns(pages, pageCount)) {
      const bytes = Buffer.alloc(count * pageSize);
      readFully(file, bytes, first * pageSize);
      yield { is: "pages", first, bytes };
    }
  } finally {
    closeSync(file);
  }
}

function* findRuns(pages: readonly number[] | "all", pageCount: number): Generator<[number, number]> {
  if (pages === "all") {
    for (let first = 0; first < pageCount; first += runPages)
      yield [first, Math.min(runPages, pageCount - first)];
    return;
  }
  let first = 0;
  let count = 0;
  for (const page of pages) {
    if (count > 0 && page === first + count && count < runPages) count += 1;
    else {
      if (count > 0) yield [first, count];
      first = page;
      count = 1;
    }
  }
  if (count > 0) yield [first, count];
}

/** Page size from the database header: https://www.sqlite.org/fileformat.html#page_size */
function readPageSize(file: number): number {
  const head = Buffer.alloc(2);
  readFully(file, head, 16);
  const size = head.readUInt16BE();
  return size === 1 ? 65_536 : size;
}

function readFully(file: number, into: Buffer, position: number): void {
  if (readSync(file, into, 0, into.length, position) !== into.length)
    throw new Error("The copy of the database is cut off.");
}
