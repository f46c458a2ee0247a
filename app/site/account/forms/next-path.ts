import { ownPath } from "#app/accounts/own-path.ts";

/** Where a page leads on to, as its address says; own pages only, and one's profile where it says nothing. */
export function nextPath(url: URL): string {
  return ownPath(url.searchParams.get("next") || "/myprofile");
}
