import { ownPath } from "#app/accounts/sessions/own-path.ts";

/** The profile, asked for by a sign-in that had nowhere else to go. */
export const afterSignIn = "/myprofile?from=sign-in";

/**
 * Where a page leads on to, as its address says; own pages only. Where it says nothing, the profile
 * decides: staff go on to the dashboard.
 */
export function nextPath(url: URL): string {
  return ownPath(url.searchParams.get("next") || afterSignIn);
}
