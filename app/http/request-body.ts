import type { IncomingMessage } from "node:http";

const usualLimit = 1_000_000;

/** Where files are sent to, and how much: one of ten megabytes, or twenty of them, or a long list. */
const uploads: readonly [RegExp, number][] = [
  [/^\/api\/files$|^\/dashboard\/files(\.data)?$/, 201_000_000],
  [/^\/api\/files\/[^/]+\/replace$|^\/dashboard\/files\/[^/]+$|^\/myprofile(\.data|\/.*)?$/, 11_000_000],
  [/^\/dashboard\/call\/import(\.data)?$/, 3_000_000],
];

/** Largest body in bytes an address takes. */
export function bodyLimit(path: string): number {
  return uploads.find(([place]) => place.test(path))?.[1] ?? usualLimit;
}

export function takesUploads(path: string): boolean {
  return bodyLimit(path) > usualLimit;
}

/** Whether a body follows the head (RFC 9112, 6). */
export function hasBody(request: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  return coding !== undefined || (length !== undefined && length !== "0");
}

/** Whether the head already tells that the body is too large. */
export function announcesTooMuch(request: IncomingMessage, limit: number): boolean {
  return Number(request.headers["content-length"] ?? 0) > limit;
}

/** The body as it comes in; counted, because a chunked one doesn't say how long it will be. */
export function readBody(
  request: IncomingMessage,
  limit: number,
  onTooMuch: () => void,
): ReadableStream<Uint8Array> {
  const chunks = request.iterator({ destroyOnReturn: false });
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) return controller.close();
        size += value.length;
        if (size <= limit) return controller.enqueue(value);
        onTooMuch();
        controller.error(new RangeError(`The body is larger than ${limit} bytes.`));
        void readOn(chunks);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Lets the sender finish for a moment, so that it reads the answer instead of finding the connection broken. */
export function discardRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.headers.expect !== undefined) return Promise.resolve();
  const { promise, resolve } = Promise.withResolvers<void>();
  request.once("end", resolve).once("close", resolve).resume();
  setTimeout(resolve, 1_000).unref();
  return promise;
}

async function readOn(chunks: AsyncIterator<unknown>): Promise<void> {
  try {
    while (!(await chunks.next()).done);
  } catch {
    // The sender has gone, which is as good as an end.
  }
}
