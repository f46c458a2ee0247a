import type { IncomingMessage } from "node:http";
import { DomainError } from "#app/lib/errors/domain-error.ts";

/** Whether the request has a body (RFC 9112, 6). */
export function hasBody(request: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  return coding !== undefined || (length !== undefined && length !== "0");
}

/** Whether the declared length exceeds the limit. */
export function declaresTooLarge(request: IncomingMessage, limit: number): boolean {
  return Number(request.headers["content-length"] ?? 0) > limit;
}

export interface BodyObserver {
  onTooLarge(): void;
  /** Called when all received bytes are read and more are expected. */
  onWait(): void;
  /** Called when more bytes arrive. */
  onMore(): void;
}

/** Streams the body and counts its bytes, because a chunked body has no length. */
export function readBody(
  request: IncomingMessage,
  limit: number,
  { onTooLarge, onWait, onMore }: BodyObserver,
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
        onTooLarge();
        controller.error(new RangeError(`The body is larger than ${limit} bytes.`));
      },
    },
    { highWaterMark: 0 },
  );
}

/** Whether a text contains the NUL character, which PostgreSQL cannot store. */
export function containsNul(text: string): boolean {
  return text.includes("\0");
}

/** The error for a field that contains a NUL. */
export function refuseNul(field: string): DomainError {
  const name = field.replaceAll("\0", "").slice(0, 100);
  const fields = name === "" ? {} : { [name]: nulMessage };
  return new DomainError("malformed", "Some text contains a character that can't be stored.", { fields });
}

export const nulMessage = "Remove the character that cannot be shown (NUL).";
