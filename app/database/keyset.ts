/** A place in an ordered list: what the row there is ordered by, and its id. */
export interface Place {
  key: string | number;
  id: string;
}

export function writePlace({ key, id }: Place): string {
  return Buffer.from(JSON.stringify([key, id])).toString("base64url");
}

/** Reads a place that came back in an address; null when it is none of ours. */
export function readPlace(text: string): Place | null {
  if (!/^[\w-]{8,900}$/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(value) || value.length !== 2) return null;
    const [key, id]: unknown[] = value;
    const isKey = typeof key === "string" ? !key.includes("\0") : Number.isSafeInteger(key);
    // What is no text of one line is a whole number.
    return isKey && typeof id === "string" && /^[\w-]{1,64}$/.test(id)
      ? { key: key as string | number, id }
      : null;
  } catch {
    return null;
  }
}
