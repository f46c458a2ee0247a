let here = "";
let before = "";

/** Records the current page. */
export function recordNavigation(pathname: string): void {
  if (pathname === here) return;
  before = here;
  here = pathname;
}

/** Address of the page before this one: the last one of this document, or the referrer. */
export function previousPage(): string {
  return before === "" ? document.referrer : location.origin + before;
}
