import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { newSecret } from "#app/platform/secrets/bearer-secret.ts";

/** By this anybody, a scanner of secrets included, knows a token of ours. */
export const tokenPrefix = "fdk_";

/** A new token, and the part of it that may be seen. */
export function newTokenText(start = `${tokenPrefix}${randomBytes(6).toString("hex")}`): {
  token: string;
  start: string;
} {
  const body = `${start}_${newSecret()}`;
  return { token: `${body}${checksum(body)}`, start };
}

/** The part by which a token is found; null for what is none of ours or was not copied whole, without a look at the database. */
export function readTokenStart(text: string): string | null {
  const found = /^(fdk_[\da-f]{12})_[\w-]{43}[\da-f]{8}$/.exec(text);
  return found?.[1] && checksum(text.slice(0, -8)) === text.slice(-8) ? found[1] : null;
}

/** Eight hexadecimal digits; against slips of the hand, not against anybody. */
function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
