let here = "";
let before = "";

/** Tells which page is being read now. */
export function recordNavigation(pathname: string): void {
  if (pathname === here) return;
  before = here;
  here = pathname;
}

/** Address of the page that led to this one: of ours, where a link was followed within this document, or what the browser says. */
export function previousPage(): string {
  return before === "" ? document.referrer : location.origin + before;
}
