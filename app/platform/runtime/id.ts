import { randomBytes, randomUUID } from "node:crypto";

let millisecond = 0;
let count = 0;

/**
 * Returns a UUID version 7 (RFC 9562) with 62 random bits. Ids of one process sort by creation, also within a millisecond and
 * when the clock steps back (12-bit counter, section 6.2, method 1).
 */
export function newId(): string {
  const now = Date.now();
  if (now > millisecond) [millisecond, count] = [now, 0];
  else if (count < 0xfff) count += 1;
  else [millisecond, count] = [millisecond + 1, 0];
  const time = millisecond.toString(16).padStart(12, "0");
  const counter = count.toString(16).padStart(3, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${counter}-${randomUUID().slice(19)}`;
}

/** Returns 128 random bits for a secret link. */
export function newLinkKey(): string {
  return randomBytes(16).toString("base64url");
}
