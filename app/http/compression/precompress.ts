import { createReadStream, createWriteStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createBrotliCompress, createGzip } from "node:zlib";
import { contentTypeOf } from "../responses/content-types.ts";
import { isCompressible, smallestBody } from "./compress.ts";

/** Writes `.br` and `.gz` at their best beside every file of a folder that gains by it. */
export async function precompress(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !isCompressible(contentTypeOf(file))) continue;
    const { size } = await stat(file);
    if (size < smallestBody) continue;
    await Promise.all([writeBrotli(file, size), writeGzip(file)]);
  }
}

function writeBrotli(file: string, size: number): Promise<void> {
  const best = createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: size,
    },
  });
  return pipeline(createReadStream(file), best, createWriteStream(`${file}.br`));
}

function writeGzip(file: string): Promise<void> {
  return pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`));
}
