/**
 * A path of this site to go on to, or `/`. Everything that a browser or a router could read as another host, a line end
 * or a way back to signing in is refused.
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

/** Leading there again would lead round in circles, or out again. */
function isSignIn(pathname: string): boolean {
  return /^\/(login|registration|reset-password|verify-email|setup|auth|api)(\/|\.data|$)/i.test(pathname);
}
