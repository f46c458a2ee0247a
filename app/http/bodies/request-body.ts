import type { IncomingMessage } from "node:http";
import { DomainError } from "#app/platform/domain-error.ts";

/** Whether a body follows the head (RFC 9112, 6). */
export function hasBody(request: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  return coding !== undefined || (length !== undefined && length !== "0");
}

/** Whether the head already tells that the body is too large. */
export function announcesTooMuch(request: IncomingMessage, limit: number): boolean {
  return Number(request.headers["content-length"] ?? 0) > limit;
}

export interface Watch {
  onTooMuch(): void;
  /** Nothing of what was sent is left to read, and more is to come. */
  onWait(): void;
  /** More has come. */
  onMore(): void;
}

/** The body as it comes in; counted, because a chunked one doesn't say how long it will be. */
export function readBody(
  request: IncomingMessage,
  limit: number,
  { onTooMuch, onWait, onMore }: Watch,
): ReadableStream<Uint8Array> {
  const chunks = request.iterator({ destroyOnReturn: false });
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!request.complete) onWait();
        const { done, value } = await chunks.next();
        onMore();
        if (done) return controller.close();
        size += value.length;
        if (size <= limit) return controller.enqueue(value);
        onTooMuch();
        controller.error(new RangeError(`The body is larger than ${limit} bytes.`));
      },
    },
    { highWaterMark: 0 },
  );
}

/** The character with the number zero: nobody types it, and PostgreSQL keeps no text that holds it. */
export function holdsNul(text: string): boolean {
  return text.includes("\0");
}

/** @param field where it stood */
export function refuseNul(field: string): DomainError {
  const name = field.replaceAll("\0", "").slice(0, 100);
  const fields = name === "" ? {} : { [name]: nulMessage };
  return new DomainError("malformed", "Some text holds a character that can't be kept.", { fields });
}

export const nulMessage = "Remove the character that cannot be shown (NUL).";
