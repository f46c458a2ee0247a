import { revisedName } from "../library/revision.ts";

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
