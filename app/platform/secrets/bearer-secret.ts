import { createHash, randomBytes } from "node:crypto";

/** A secret of 256 bits for a cookie or a link: whoever holds it may use it. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** What is kept of such a secret. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
