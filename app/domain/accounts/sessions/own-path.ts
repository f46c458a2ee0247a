/**
 * Path of this site to redirect to, or `/`. Rejects everything that a browser or router could read as another host, a
 * line break or the sign-in page.
 */
export function ownPath(typed: string | null | undefined): string {
  const path = typed ?? "";
  if (path.length > 2000 || !/^\/[^\s\\\p{Cc}]*$/u.test(path) || /%(0[0-9a-f]|1[0-9a-f]|5c|7f)/i.test(path))
    return "/";
  const url = URL.parse(path, "http://own.invalid");
  if (url?.origin !== "http://own.invalid" || url.pathname.includes("//") || isSignIn(url.pathname))
    return "/";
  return url.pathname + url.search + url.hash;
}

/** A redirect back to these would loop or sign the person out. */
function isSignIn(pathname: string): boolean {
  return /^\/(login|registration|reset-password|verify-email|setup|auth|api)(\/|\.data|$)/i.test(pathname);
}
