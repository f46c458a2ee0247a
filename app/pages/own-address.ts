/** A page's own address as a visitor sees it: without what the router adds to fetch its data. */
export function ownAddress(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const query = new URLSearchParams(
    [...searchParams].filter(([name]) => name !== "_routes" && name !== "index"),
  );
  const path = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The page to sign in on, and where to go afterwards. */
export function signInPath(next: string): string {
  return `/login?${new URLSearchParams({ next })}`;
}
