import { isUtf8 } from "node:buffer";
import { createWriteStream, mkdirSync, statfsSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from "yauzl";
import { PlainError } from "#app/lib/errors/domain-error.ts";

/** Limits of the unpacked content of a ZIP file. */
export interface UnzipBounds {
  bytes: number;
  files: number;
  /** Bytes of the disk that must stay free. */
  reserve: number;
}

/**
 * Unpacks a ZIP file into a folder as streams, without hidden files, links and files of macOS. Throws a PlainError if the
 * file is broken, encrypted, too large for the bounds or the disk, or has invalid names.
 */
export async function unzip(path: string, folder: string, bounds: UnzipBounds): Promise<number> {
  try {
    // `nameOf` decodes the names.
    const zip = await openPromise(path, { decodeStrings: false, autoClose: false });
    try {
      const members = await readDirectory(zip, folder, bounds);
      refuseFullDisk(folder, members, bounds);
      return await unpack(zip, members);
    } finally {
      zip.close();
    }
  } catch (error) {
    throw describeFailure(error);
  }
}

interface Member {
  entry: Entry;
  /** Path of the unpacked file. */
  place: string;
}

/** Checks and returns all files to unpack, before any is written. */
async function readDirectory(zip: ZipFile, folder: string, bounds: UnzipBounds): Promise<Member[]> {
  if (zip.entryCount > bounds.files)
    throw new PlainError(`The ZIP file contains more than ${bounds.files.toLocaleString("en")} files.`);
  const root = resolve(folder);
  const members: Member[] = [];
  const files = new Set<string>();
  const folders = new Set<string>();
  let left = bounds.bytes;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (validateFileName(name) !== null) throw outside();
    if (!isWanted(name, entry)) continue;
    const place = resolve(join(root, name));
    if (!place.startsWith(root + sep)) throw outside();
    refuseUnfitName(name, place);
    if (entry.isEncrypted()) throw new PlainError("The ZIP file has a password. Create it without one.");
    if (files.has(place)) throw new PlainError(`The ZIP file contains two files named “${shortened(name)}”.`);
    files.add(place);
    for (let above = dirname(place); above !== root && !folders.has(above); above = dirname(above))
      folders.add(above);
    // yauzl checks the unpacked size against this value.
    left -= entry.uncompressedSize;
    if (left < 0) throw new PlainError("The ZIP file is too large once it is unpacked.");
    members.push({ entry, place });
  }
  for (const place of files)
    if (folders.has(place))
      throw new PlainError(
        `The ZIP file contains a file and a folder of the same name: “${shortened(place.slice(root.length + 1))}”.`,
      );
  return members;
}

/** Minimum disk space of a file. */
const blockBytes = 4096;

function refuseFullDisk(folder: string, members: readonly Member[], { reserve }: UnzipBounds): void {
  let needed = reserve;
  for (const { entry } of members) needed += Math.ceil(entry.uncompressedSize / blockBytes) * blockBytes;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < needed) throw fullDisk(needed);
}

async function unpack(zip: ZipFile, members: readonly Member[]): Promise<number> {
  for (const { entry, place } of members) {
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(place, { mode: 0o600 }));
  }
  return members.length;
}

/** Flag of a member with a UTF-8 name. */
const utf8Flag = 0x800;

/**
 * The name of a member: from the extra field, as UTF-8 if valid, else as code page 437. Info-ZIP's `zip` on Unix writes UTF-8
 * without the flag.
 */
function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry): string {
  const flags = isUtf8(fileNameRaw) ? generalPurposeBitFlag | utf8Flag : generalPurposeBitFlag;
  return getFileNameLowLevel(flags, fileNameRaw, extraFields, true);
}

/** Maximum bytes of a file name, and of a path, on common file systems. */
const maxNameBytes = 255;
const maxPathBytes = 4000;

function refuseUnfitName(name: string, place: string): void {
  if (name.includes("\0")) throw new PlainError("The ZIP file contains a file whose name can’t be stored.");
  const isLong = name.split("/").some((step) => Buffer.byteLength(step) > maxNameBytes);
  if (isLong || Buffer.byteLength(place) > maxPathBytes) throw longName(name);
}

function longName(name: string): PlainError {
  return new PlainError(`A name in the ZIP file is too long to be stored: “${shortened(name)}”.`);
}

function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100).toWellFormed()}…` : name;
}

function fullDisk(bytes: number): PlainError {
  const megabytes = Math.ceil(bytes / 1_000_000).toLocaleString("en");
  return new PlainError(
    `The server’s disk has too little space for the files in the ZIP file: ${megabytes} MB are needed.`,
  );
}

/** Bits of a Unix file mode: the mask for the file type, and the type of a symbolic link. */
const [typeBits, linkType] = [0o170000, 0o120000];

function isWanted(name: string, { externalFileAttributes }: Entry): boolean {
  const isLink = ((externalFileAttributes >>> 16) & typeBits) === linkType;
  const isAside = name.split("/").some((part) => part === "__MACOSX" || /^\.[^.]/.test(part));
  return !name.endsWith("/") && !isLink && !isAside;
}

function outside(): PlainError {
  return new PlainError("The ZIP file has a path that leads outside of it.");
}

function describeSystemError(error: Error): PlainError {
  const code = "code" in error ? String(error.code) : "";
  if (code === "ENOSPC" || code === "EDQUOT")
    return new PlainError("The server’s disk was full before the ZIP file was unpacked.");
  return new PlainError(
    code === "ENAMETOOLONG"
      ? "A name in the ZIP file is too long to be stored."
      : `The server could not store the files of the ZIP file (${code}).`,
  );
}

/** Turns an error into a message for the person who uploaded the file. */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PlainError) return error;
  // The message of a system error contains paths of the server.
  if ("syscall" in error) return describeSystemError(error);
  if (error.message.startsWith("End of central directory"))
    return new PlainError("This is not a ZIP file, or the upload is incomplete.");
  return new PlainError(`The ZIP file is damaged or incomplete (${error.message.slice(0, 200)}).`);
}
