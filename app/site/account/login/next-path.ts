import { ownPath } from "#app/domain/accounts/sessions/own-path.ts";

/** Address of the second sign-in step, before the next page. */
export function twoFactorPath(next: string): string {
  return `/login/second-step?${new URLSearchParams({ next })}`;
}

/** The profile, for a sign-in without a next page. */
export const afterSignIn = "/myprofile?from=sign-in";

/**
 * Reads the next page from the address; pages of this site only. The default is the profile, which redirects staff to the
 * dashboard.
 */
export function nextPath(url: URL): string {
  return ownPath(url.searchParams.get("next") || afterSignIn);
}
