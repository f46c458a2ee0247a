/** The stored name of a file in a revision; the first revision adds no prefix. */
export function revisedName(revision: number, name: string): string {
  return revision === 1 ? name : `${revision}-${name}`;
}

/** Splits a stored name into revision and plain name. */
export function readRevision(name: string): { revision: number; name: string } {
  const [, revision, rest] = /^([2-9]|[1-9]\d{1,5})-(.+)$/.exec(name) ?? [];
  return revision && rest ? { revision: Number(revision), name: rest } : { revision: 1, name };
}

/** The stored name of a document; its own name is sent with the download. */
export const documentName = "document.pdf";

/** The address of a document's current bytes, which may be cached forever. */
export function documentAddress({ id, revision }: { id: string; revision: number }): string {
  return `/files/${id}/${revisedName(revision, documentName)}`;
}

/** An address that redirects to the current bytes, for links that outlive a replacement. */
export function lastingAddress({ id }: { id: string }): string {
  return `/files/${id}`;
}
