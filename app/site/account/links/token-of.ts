/** The secret of a mailed link. */
export function tokenOf(url: URL): string {
  return url.searchParams.get("token") ?? "";
}
