const longest = 2_000;

/**
 * Where a visitor may be led on to: a path of this site, in normal form. Whatever could be read as anything else, or leads
 * round in a circle, becomes the fallback.
 */
export function ownPath(value: string | null | undefined, fallback = "/myprofile"): string {
  if (!value?.startsWith("/") || value.length > longest || hasOddSign(value)) return fallback;
  const url = URL.parse(value, base);
  if (url?.origin !== base || url.pathname.startsWith("//")) return fallback;
  return isDeadEnd(url.pathname) ? fallback : url.pathname + url.search + url.hash;
}

const base = "http://own.invalid";

/** Browsers take a backslash for a slash, and drop line ends and tabs before they read an address. */
function hasOddSign(value: string): boolean {
  return /[\\\p{Cc}\p{Cs}]/u.test(value);
}

/** Pages one is led away from at once, and addresses that are no pages. */
function isDeadEnd(pathname: string): boolean {
  return /^\/(login|registration|auth|api|assets)(\/|\.data$|$)/i.test(pathname);
}
