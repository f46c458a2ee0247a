import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { PageContent } from "./page-file.ts";

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
