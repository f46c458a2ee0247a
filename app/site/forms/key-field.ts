/** The field in which a browser's script names one sending, so that it counts once however often it arrives. */
export const keyField = "key";

/** 128 random bits in hexadecimal digits; also where a page is not secure and `randomUUID` is missing. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
