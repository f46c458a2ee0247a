/** The name of a kept file in one revision of its bytes; the first stands for itself. */
export function revisedName(revision: number, name: string): string {
  return revision === 1 ? name : `${revision}-${name}`;
}

/** Which revision a kept file belongs to, and its name without it. */
export function readRevision(name: string): { revision: number; name: string } {
  const [, revision, rest] = /^([2-9]|[1-9]\d{1,5})-(.+)$/.exec(name) ?? [];
  return revision && rest ? { revision: Number(revision), name: rest } : { revision: 1, name };
}

/** What a document is kept as; its own name is given with the download. */
export const documentName = "document.pdf";

/** Where a document stands; what stands there never changes, so it may be cached for ever. */
export function documentAddress({ id, revision }: { id: string; revision: number }): string {
  return `/files/${id}/${revisedName(revision, documentName)}`;
}

/** Leads to whatever a file holds at the time: for links that outlast a replacement. */
export function lastingAddress({ id }: { id: string }): string {
  return `/files/${id}`;
}
