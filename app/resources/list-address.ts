/** An address with some keys of its query put in their places; null or "" takes one away. Paging begins anew unless it is given. */
export function withQuery(url: URL, changes: Record<string, string | null>): string {
  const query = new URLSearchParams(url.search);
  for (const name of ["after", "before", "_routes", "index"]) query.delete(name);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  const path = pathOf(url);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** Without what React Router adds for its own requests. */
export function pathOf(url: URL): string {
  return url.pathname.replace(/\.data$/, "");
}

/** What a list's address asks for, as text; longer than anybody types is cut. */
export function readTextParam(url: URL, name: string): string {
  return (url.searchParams.get(name) ?? "").slice(0, 200).replaceAll("\0", "").toWellFormed().trim();
}

/** The page of a list that its address asks for. */
export function readPageParam(url: URL, limit: number) {
  const [after, before] = [url.searchParams.get("after"), url.searchParams.get("before")];
  return { limit, ...(after ? { after } : before ? { before } : {}) };
}

/** Addresses of the neighbouring pages. */
export function neighbours(url: URL, { next, previous }: { next: string | null; previous: string | null }) {
  return {
    next: next && withQuery(url, { after: next }),
    previous: previous && withQuery(url, { before: previous }),
  };
}
