import { Readable } from "node:stream";

/**
 * Headers of a download that no cache stores.
 * @param bytes length, when known
 */
export function downloadHeaders(name: string, bytes: number | null): Record<string, string> {
  return {
    "content-type": "application/octet-stream",
    ...(bytes !== null && { "content-length": String(bytes) }),
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
  };
}

/** Body of a download; the cast bridges Node's and the DOM's stream types. */
export function downloadBody(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array<ArrayBuffer>>;
}
