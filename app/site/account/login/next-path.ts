import { ownPath } from "#app/accounts/sessions/own-path.ts";

/** What is sent when somebody is signed in already, and only the way on is wanted. */
export const goOnIntent = "go-on";

/** The second step of a sign-in, on the way to a page. */
export function twoFactorPath(next: string): string {
  return `/login/second-step?${new URLSearchParams({ next })}`;
}

/** The profile, asked for by a sign-in that had nowhere else to go. */
export const afterSignIn = "/myprofile?from=sign-in";

/**
 * Where a page leads on to, as its address says; own pages only. Where it says nothing, the profile
 * decides: staff go on to the dashboard.
 */
export function nextPath(url: URL): string {
  return ownPath(url.searchParams.get("next") || afterSignIn);
}
