/** Where the visitor is. */
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

/** Announces a navigation to everything that listens. */
export function setPlace(next: VisitorPlace): void {
  if (next.pathname === place.pathname && next.key === place.key) return;
  if (place.pathname !== "" && place.pathname !== next.pathname) shownAt = performance.now();
  place = next;
  for (const listener of listeners) listener(next);
}

/** @returns ends it */
export function onPlaceChange(listener: (place: VisitorPlace) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The id that the `#` of an address names. */
export function decodeHash(hash: string): string {
  const name = hash.slice(1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** How a link of the navigation is marked: "page" for the page itself, "true" for the area it belongs to. */
export function currentOf(to: string, pathname: string): "page" | "true" | undefined {
  if (pathname === to) return "page";
  const area = pathname.startsWith("/authors") ? "/blog" : pathname;
  return to !== "/" && `${area}/`.startsWith(`${to}/`) ? "true" : undefined;
}
