/** A place in an ordered list: the sort key and id of the row beside it. */
export interface Cursor {
  sortKey: string;
  id: string;
}

export function writeCursor({ sortKey, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sortKey, id])).toString("base64url");
}

/** Reads a cursor that came back from a visitor; null when it is none of ours. */
export function readCursor(text: string): Cursor | null {
  if (!/^[\w-]{8,200}$/.test(text)) return null;
  try {
    const [sortKey, id] = JSON.parse(Buffer.from(text, "base64url").toString());
    return typeof sortKey === "string" && typeof id === "string" ? { sortKey, id } : null;
  } catch {
    return null;
  }
}
