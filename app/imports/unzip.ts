import { createWriteStream, mkdirSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Entry, openPromise } from "yauzl";
import { PlainError } from "#app/platform/domain-error.ts";

/** What a ZIP file may hold once it is unpacked. */
export interface UnzipBounds {
  bytes: number;
  files: number;
}

/**
 * Unpacks a ZIP file into a folder, each file in a stream; hidden files, links and what macOS adds are left out.
 * Throws a PlainError for one that is broken, sealed, too large or that names files outside of the folder.
 */
export async function unzip(path: string, folder: string, bounds: UnzipBounds): Promise<number> {
  try {
    return await unpack(path, folder, bounds);
  } catch (error) {
    throw describeFailure(error);
  }
}

async function unpack(path: string, folder: string, bounds: UnzipBounds): Promise<number> {
  const zip = await openPromise(path, { strictFileNames: true });
  if (zip.entryCount > bounds.files)
    throw new PlainError(`The ZIP file holds more than ${bounds.files.toLocaleString("en")} files.`);
  let left = bounds.bytes;
  let count = 0;
  for await (const entry of zip.eachEntry()) {
    if (!isWanted(entry)) continue;
    const place = resolve(join(folder, entry.fileName));
    if (!place.startsWith(resolve(folder) + sep)) throw outside();
    if (entry.isEncrypted())
      throw new PlainError("The ZIP file is sealed with a password; pack it without one.");
    // What is unpacked is compared with this as it comes.
    left -= entry.uncompressedSize;
    if (left < 0) throw new PlainError("The ZIP file is too large once it is unpacked.");
    mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(place, { mode: 0o600 }));
    count += 1;
  }
  return count;
}

/** Of the mode that Unix keeps with a file: what it is, and that it is a symbolic link. */
const [typeBits, linkType] = [0o170000, 0o120000];

function isWanted({ fileName, externalFileAttributes }: Entry): boolean {
  const isLink = ((externalFileAttributes >>> 16) & typeBits) === linkType;
  const isAside = fileName.split("/").some((part) => part === "__MACOSX" || /^\.[^.]/.test(part));
  return !fileName.endsWith("/") && !isLink && !isAside;
}

function outside(): PlainError {
  return new PlainError("The ZIP file names a file outside of it.");
}

/** In the words of whoever chose the file. */
function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PlainError) return error;
  // A full disk and the like.
  if ("syscall" in error) return error;
  if (/^(invalid relative path|absolute path|invalid characters in fileName)/.test(error.message))
    return outside();
  if (error.message.startsWith("End of central directory"))
    return new PlainError("This is no ZIP file, or it did not arrive whole.");
  return new PlainError(
    `The ZIP file is broken, or it did not arrive whole (${error.message.slice(0, 200)}).`,
  );
}
