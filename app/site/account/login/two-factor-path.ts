/** The second step of a sign-in, on the way to a page. */
export function twoFactorPath(next: string): string {
  return `/login/second-step?${new URLSearchParams({ next })}`;
}
