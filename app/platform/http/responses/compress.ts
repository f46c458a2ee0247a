import { createReadStream, createWriteStream, readdirSync } from "node:fs";
import { stat } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";

/** Supported encodings. */
export type Encoding = "br" | "gzip";

const known = new Map<string, readonly Encoding[]>();

const none: readonly Encoding[] = [];

/** Parses `Accept-Encoding` (RFC 9110, 12.5.3), best first. Cached, because few values occur. */
export function acceptedEncodings(header: string | undefined): readonly Encoding[] {
  if (header === undefined) return none;
  const before = known.get(header);
  if (before) return before;
  const accepted = readHeader(header);
  if (known.size < 100) known.set(header, accepted);
  return accepted;
}

function readHeader(header: string): readonly Encoding[] {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((piece) => piece.startsWith("q="))?.slice(2) ?? "1";
    weights.set(name, Number(weight) || 0);
  }
  const weigh = (name: Encoding) => weights.get(name) ?? weights.get("*") ?? 0;
  const floor = weights.get("identity") ?? 0;
  const order: Encoding[] = weigh("gzip") > weigh("br") ? ["gzip", "br"] : ["br", "gzip"];
  return order.filter((name) => weigh(name) > 0 && weigh(name) >= floor);
}

const brotli = promisify(brotliCompress);

const deflate = promisify(gzip);

/** Smaller bodies fit one packet uncompressed. */
export const minBodyBytes = 500;

export function isCompressible(contentType: string | null): boolean {
  if (contentType === null) return false;
  if (contentType.startsWith("text/event-stream")) return false;
  return /^(text\/|image\/svg\+xml|application\/([\w.-]+\+)?(json|xml|javascript|manifest\+json))/.test(
    contentType,
  );
}

export interface Compressed {
  gzip: Buffer | null;
  br: Buffer | null;
}

/** Compresses with gzip and brotli in the thread pool; null where it saves nothing. */
export async function compress(body: Buffer, levels: { gzip: number; br: number }): Promise<Compressed> {
  if (body.length < minBodyBytes) return { gzip: null, br: null };
  const [gzipped, brotlied] = await Promise.all([
    deflate(body, { level: levels.gzip }),
    compressBrotli(body, levels.br),
  ]);
  return { gzip: smaller(gzipped, body), br: smaller(brotlied, body) };
}

/** Level from 1 (fast) to 11 (small). */
export function compressBrotli(body: Buffer, level: number): Promise<Buffer> {
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}

function smaller(compressed: Buffer, body: Buffer): Buffer | null {
  return compressed.length < body.length ? compressed : null;
}

/** Compresses one uncached response, fast rather than small. */
export function compressOne(body: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  return encoding === "br" ? compressBrotli(body, 4) : deflate(body, { level: 6 });
}

/** Writes missing `.br` and `.gz` files at the best level for all compressible files in a folder, except hidden ones. */
export async function precompress(directory: string): Promise<void> {
  const files = listBuildFiles(directory);
  for (const file of files) {
    if (!isCompressible(contentTypeOf(file)) || files.has(`${file}.br`)) continue;
    const { size } = await stat(file);
    if (size < minBodyBytes) continue;
    await Promise.all([writeBrotli(file, size), writeGzip(file)]);
  }
}

/** Paths of all regular files in a folder, without hidden ones and links. */
export function listBuildFiles(directory: string): ReadonlySet<string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const isHidden = (file: string) =>
    relative(directory, file)
      .split(sep)
      .some((part) => part.startsWith("."));
  return new Set(files.filter((file) => !isHidden(file)));
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

const types: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};

/** Media type by file extension; null for types that are not served as files. */
export function contentTypeOf(name: string): string | null {
  return types[extname(name).toLowerCase()] ?? null;
}
