import { randomUUIDv7 } from "node:crypto";

/** A UUID of version 7 (RFC 9562): sorts by time of creation, and can't be guessed or counted. */
export function newId(): string {
  return randomUUIDv7();
}
