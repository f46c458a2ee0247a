import { createHash } from "node:crypto";
import { z } from "zod";
import {
  BrokenBackup,
  decodeFile,
  describeFile,
  inBase64,
  parseJsonLine,
  splitLines,
  storedFile,
} from "../file/format.ts";
import { unpack } from "../file/packing.ts";

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
  key: string | null,
): AsyncGenerator<PageFilePart> {
  const sum = createHash("sha256");
  let isFirst = true;
  let hasEnded = false;
  for await (const line of splitLines(unpack(chunks, key))) {
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

function readPageHeader(line: Buffer): PageFilePart {
  const { success, data } = pageHeader.safeParse(parseJsonLine(line));
  if (!success) throw new BrokenBackup("This is no increment that this version of Frontdesk can read.");
  return { is: "header", header: data };
}

function readPagePart(line: Buffer): PageFilePart {
  const { success, data } = z.union([pageRun, storedFile, pageTrailer]).safeParse(parseJsonLine(line));
  if (!success) throw new BrokenBackup("A line of this increment is not as it should be.");
  if ("end" in data) return { is: "end", trailer: data };
  if ("file" in data) return decodeFile(data);
  return { is: "pages", first: data.page, bytes: Buffer.from(data.data, "base64") };
}
