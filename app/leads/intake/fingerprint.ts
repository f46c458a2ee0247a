import { createHash } from "node:crypto";

/** A hash that two submissions of the same content share. */
export function fingerprintOf(kind: string, values: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, ...values]))
    .digest("base64url");
}
