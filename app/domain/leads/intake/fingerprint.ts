import { createHash } from "node:crypto";

/** Returns a hash that is equal for submissions with equal content. */
export function fingerprintOf(kind: string, values: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, ...values]))
    .digest("base64url");
}
