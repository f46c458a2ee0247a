import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** Creates a bearer secret of 256 random bits for a cookie or link. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** Hashes a bearer secret for storage. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}

/** Compares two texts in a time that depends on neither their difference nor their length. */
export function isEqualInConstantTime(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
