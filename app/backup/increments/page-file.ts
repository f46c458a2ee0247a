import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { z } from "zod";
import {
  BrokenBackup,
  describeFile,
  inBase64,
  parseJsonLine,
  readFileLine,
  splitLines,
} from "../file/format.ts";
import { type BackupAccess, unpack } from "../file/packing.ts";

/** Raised when a file is written that the versions before can't read. */
const pageFormat = 1;

const pageHeader = z.object({
  frontdesk: z.literal("pages"),
  format: z.literal(pageFormat),
  set: z.string(),
  is: z.enum(["base", "increment", "files"]),
  /** As `readProductVersion` says it. */
  product: z.string(),
  /** When the database was so; ISO 8601 in UTC. */
  takenAt: z.iso.datetime(),
  /** The whole backup that holds the files stored before. */
  backup: z.string(),
  /** The id of the database; null from before increments held it. */
  database: z.string().nullable().default(null),
  pageSize: z.number(),
});

export type PageHeader = z.infer<typeof pageHeader>;

/** Pages that follow each other. */
const pageRun = z.object({
  /** The number of the first; the database begins with 0. */
  page: z.number(),
  /** In base64. */
  data: z.string(),
});

/** The last line: without it a file is cut off. */
const pageTrailer = z.object({
  end: z.literal(true),
  /** Of the whole database. */
  pageCount: z.number(),
  /** SHA-256 of the whole database, once these pages are in their places. */
  database: z.string(),
  /** SHA-256 of all lines before, each with its line end. */
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

/** The lines of a base, of an increment, or of files. */
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
    if (part.is === "pages") yield asLine({ page: part.first, data: inBase64(part.bytes) });
    else yield asLine(describeFile(part.name, part.bytes));
  }
  const trailer: PageTrailer = { end: true, ...end, sha256: sum.copy().digest("hex") };
  yield asLine(trailer);
}

/**
 * Reads such a file part by part. Throws a `BrokenBackup` for any that is not whole and unchanged; only with the "end" part is it
 * known that it is.
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
        throw new BrokenBackup("What is in this increment is not what was written.");
    }
    yield part;
    sum.update(line);
  }
  if (!hasEnded) throw new BrokenBackup("This increment is cut off: its end is missing.");
}

/** The first line alone; nothing else is known of the file then. */
export async function readFirstLine(parts: AsyncIterable<PageFilePart>): Promise<PageHeader> {
  for await (const part of parts) if (part.is === "header") return part.header;
  throw new BrokenBackup("This file is empty.");
}

function readPageHeader(line: Buffer): PageFilePart {
  const { success, data } = pageHeader.safeParse(parseJsonLine(line));
  if (!success) throw new BrokenBackup("This is no increment that this version of Frontdesk can read.");
  return { is: "header", header: data };
}

function readPagePart(line: Buffer): PageFilePart {
  const file = readFileLine(line);
  if (file) return file;
  const { success, data } = z.union([pageRun, pageTrailer]).safeParse(parseJsonLine(line));
  if (!success) throw new BrokenBackup("A line of this increment is not as it should be.");
  if ("end" in data) return { is: "end", trailer: data };
  return { is: "pages", first: data.page, bytes: Buffer.from(data.data, "base64") };
}

/** What is known of every page of a database that nobody writes to. */
export interface PageHashes {
  pageSize: number;
  pageCount: number;
  /** SHA-256 of the whole file. */
  database: string;
  /** SHA-256 of each page, one behind the other. */
  hashes: Buffer;
}

export const hashBytes = 32;
/** Pages that are read, and written, together. */
const runPages = 64;

export function hashPages(path: string): PageHashes {
  const file = openSync(path, "r");
  try {
    const pageSize = readPageSize(file);
    const pageCount = Math.ceil(fstatSync(file).size / pageSize);
    const hashes = Buffer.alloc(pageCount * hashBytes);
    const whole = createHash("sha256");
    const run = Buffer.alloc(pageSize * runPages);
    for (let first = 0; first < pageCount; first += runPages) {
      const count = Math.min(runPages, pageCount - first);
      readWhole(file, run.subarray(0, count * pageSize), first * pageSize);
      whole.update(run.subarray(0, count * pageSize));
      for (let at = 0; at < count; at += 1)
        createHash("sha256")
          .update(run.subarray(at * pageSize, (at + 1) * pageSize))
          .digest()
          .copy(hashes, (first + at) * hashBytes);
    }
    return { pageSize, pageCount, hashes, database: whole.digest("hex") };
  } finally {
    closeSync(file);
  }
}

/** Numbers of the pages that are not as they were. */
export function findChanged(before: Buffer, { hashes, pageCount }: PageHashes): number[] {
  const changed: number[] = [];
  for (let page = 0; page < pageCount; page += 1) {
    const [from, to] = [page * hashBytes, (page + 1) * hashBytes];
    if (to > before.length || before.compare(hashes, from, to, from, to) !== 0) changed.push(page);
  }
  return changed;
}

/** The given pages in ascending order, or all, those that follow each other together. */
export function* readRuns(
  path: string,
  { pageSize, pageCount }: Pick<PageHashes, "pageSize" | "pageCount">,
  pages: readonly number[] | "all",
): Generator<PageContent> {
  const file = openSync(path, "r");
  try {
    for (const [first, count] of findRuns(pages, pageCount)) {
      const bytes = Buffer.alloc(count * pageSize);
      readWhole(file, bytes, first * pageSize);
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

/** Where the head of a database says it: https://www.sqlite.org/fileformat.html#page_size */
function readPageSize(file: number): number {
  const head = Buffer.alloc(2);
  readWhole(file, head, 16);
  const size = head.readUInt16BE();
  return size === 1 ? 65_536 : size;
}

function readWhole(file: number, into: Buffer, position: number): void {
  if (readSync(file, into, 0, into.length, position) !== into.length)
    throw new Error("The copy of the database is cut off.");
}
