import { randomBytes, randomUUIDv7 } from "node:crypto";

/** A UUID of version 7 (RFC 9562): sorts by time of creation, and can't be guessed or counted. */
export function newId(): string {
  return randomUUIDv7();
}

/** What stands in a link that only its reader shall know: 128 random bits. */
export function newSecret(): string {
  return randomBytes(16).toString("base64url");
}
