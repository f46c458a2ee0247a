import { randomBytes, randomUUID } from "node:crypto";

let millisecond = 0;
let count = 0;

/**
 * A UUID of version 7 (RFC 9562): those of one process sort in the order they were made, also within a millisecond and when
 * the clock steps back (a counter of 12 bits, section 6.2, method 1); 62 random bits keep it from being guessed.
 */
export function newId(): string {
  const now = Date.now();
  if (now > millisecond) [millisecond, count] = [now, 0];
  else if (count < 0xfff) count += 1;
  else [millisecond, count] = [millisecond + 1, 0];
  const time = millisecond.toString(16).padStart(12, "0");
  const place = count.toString(16).padStart(3, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${place}-${randomUUID().slice(19)}`;
}

/** What stands in a link that only its reader shall know: 128 random bits. */
export function newLinkKey(): string {
  return randomBytes(16).toString("base64url");
}
