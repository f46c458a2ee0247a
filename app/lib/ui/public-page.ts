/** Addresses that answer with something else than a page of the site: dashboard, API, files. */
const elsewhere =
  /^\/(dashboard|api|files|weave|auth|logos|share|sitemaps)(\/|$)|^\/[^/]+\.\w+$|^\/(blog\/feed\.xml|myprofile\/export)$|\/event\.ics$/;

/** Whether a path leads to a page of the site, which is made of HTML and islands. */
export function isSitePage(pathname: string): boolean {
  return !elsewhere.test(pathname);
}
