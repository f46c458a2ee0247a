import { Readable } from "node:stream";

/** Headers of a file that is saved, not shown, and kept by no cache; with its length in bytes where that is known. */
export function downloadHeaders(name: string, bytes: number | null): Record<string, string> {
  return {
    "content-type": "application/octet-stream",
    ...(bytes !== null && { "content-length": String(bytes) }),
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
  };
}

/** The body of such a file; Node's types of the same stream know more methods. */
export function downloadBody(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return Readable.toWeb(Readable.from(chunks)) as ReadableStream<Uint8Array<ArrayBuffer>>;
}
