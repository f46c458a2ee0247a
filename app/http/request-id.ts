import { randomUUID } from "node:crypto";

/** The id a trusted proxy gave, when it is one word of harmless characters; else a new one. */
export function requestId(given: string | string[] | undefined, isTrusted: boolean): string {
  if (isTrusted && typeof given === "string" && /^[\w.-]{8,64}$/.test(given)) return given;
  return randomUUID();
}
