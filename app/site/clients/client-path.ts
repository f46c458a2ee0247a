/** A client has no page of its own but a place on the wall. */
export function clientPath(slug: string): string {
  return `/clients#${encodeURIComponent(slug)}`;
}
