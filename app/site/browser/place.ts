/** The page that the visitor sees. */
export interface VisitorPlace {
  pathname: string;
  /** Changes with every navigation, also to the same address. */
  key: string;
}

let place: VisitorPlace = { pathname: "", key: "" };
/** In milliseconds since the document began to load. */
let shownAt = 0;
const listeners = new Set<(place: VisitorPlace) => void>();

export function currentPlace(): VisitorPlace {
  return place;
}

/** Milliseconds since the page was shown; the answer to a form on it does not count as another page. */
export function timeOnPage(): number {
  return performance.now() - shownAt;
}

/** Stores the current page and notifies the listeners. */
export function setPlace(next: VisitorPlace): void {
  if (next.pathname === place.pathname && next.key === place.key) return;
  if (place.pathname !== "" && place.pathname !== next.pathname) shownAt = performance.now();
  place = next;
  for (const listener of listeners) listener(next);
}

/** Subscribes to navigations; returns the unsubscribe function. */
export function onPlaceChange(listener: (place: VisitorPlace) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Decodes the id after the `#` of an address. */
export function decodeHash(hash: string): string {
  const name = hash.slice(1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Value of `aria-current` for a navigation link: "page" for the page itself, "true" for its area. */
export function currentOf(to: string, pathname: string): "page" | "true" | undefined {
  if (pathname === to) return "page";
  const area = pathname.startsWith("/authors") ? "/blog" : pathname;
  return to !== "/" && `${area}/`.startsWith(`${to}/`) ? "true" : undefined;
}
