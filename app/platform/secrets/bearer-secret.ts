import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** A secret of 256 bits for a cookie or a link: whoever holds it may use it. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What is kept of such a secret. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Whether two texts are the same, in a time that says nothing of where they differ, or how long they are. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
