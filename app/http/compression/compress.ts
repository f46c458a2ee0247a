import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Compressed } from "../cache/page.ts";

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Smaller bodies fit one packet either way. */
export const smallestBody = 500;

export function isCompressible(contentType: string | null): boolean {
  if (contentType === null) return false;
  if (contentType.startsWith("text/event-stream")) return false;
  return /^(text\/|image\/svg\+xml|application\/([\w.-]+\+)?(json|xml|javascript|manifest\+json))/.test(
    contentType,
  );
}

/** Both compressed forms, made in the thread pool. Null where compressing gains nothing. */
export async function compress(body: Buffer, levels: { gzip: number; br: number }): Promise<Compressed> {
  if (body.length < smallestBody) return { gzip: null, br: null };
  const [gzipped, brotlied] = await Promise.all([
    deflate(body, { level: levels.gzip }),
    compressBrotli(body, levels.br),
  ]);
  return { gzip: smaller(gzipped, body), br: smaller(brotlied, body) };
}

/** @param level 1 (quick) to 11 (small) */
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

/** For one visitor only: quick rather than small. */
export function compressOne(body: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  return encoding === "br" ? compressBrotli(body, 4) : deflate(body, { level: 6 });
}
