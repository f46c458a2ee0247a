/** Addresses that are not public pages: dashboard, API and files. */
const otherPaths =
  /^\/(dashboard|api|files|weave|auth|logos|share|sitemaps)(\/|$)|^\/[^/]+\.\w+$|^\/(blog\/feed\.xml|myprofile\/export)$|\/event\.ics$/;

/** Whether a path is a public page. */
export function isSitePage(pathname: string): boolean {
  return !otherPaths.test(pathname);
}
