/** A page's own address as a visitor sees it: without what the router adds to fetch its data. */
export function ownAddress(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const query = new URLSearchParams(
    [...searchParams].filter(([name]) => name !== "_routes" && name !== "index"),
  );
  const path = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The page to show again on who one is, and where to go afterwards. */
export function confirmPath(next: string): string {
  return `/myprofile/confirm?${new URLSearchParams({ next })}`;
}

/** The page to sign in on, and where to go afterwards. */
export function signInPath(next: string): string {
  return `/login?${new URLSearchParams({ next })}`;
}

/** What the editor's window says to a preview in its frame when there is something newer to see. */
export const refreshMessage = "frontdesk: look again";

/** Where staff see the newest version of an entry, or the one of this number. */
export function previewPath(kind: string, id: string, version?: number): string {
  return `/preview/${kind}/${id}${version === undefined ? "" : `?version=${version}`}`;
}
