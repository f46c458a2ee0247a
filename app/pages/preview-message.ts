/** What the editor's window says to a preview in its frame when there is something newer to see. */
export const refreshMessage = "frontdesk: look again";

/** Where staff see the newest version of an entry, or the one of this number. */
export function previewPath(kind: string, id: string, version?: number): string {
  return `/preview/${kind}/${id}${version === undefined ? "" : `?version=${version}`}`;
}
