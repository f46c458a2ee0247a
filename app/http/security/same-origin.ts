/**
 * Whether a write comes from a page of ours, by what the browser says of itself. Where it says nothing at all the answer
 * is no: every browser in use names the origin of a form it sends.
 */
export function isSameOrigin(request: Request, publicUrl: URL): boolean {
  // Another origin than the public one gets this far on loopback only, where the site is being tried.
  const own = [publicUrl.origin, new URL(request.url).origin];
  const { headers } = request;
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const isOwnOrigin = origin !== null && own.includes(origin);
  if (site !== null) return isOwnSite(site) && (origin === null || origin === "null" || isOwnOrigin);
  if (origin !== null) return isOwnOrigin;
  const referrer = URL.parse(headers.get("referer") ?? "");
  return referrer !== null && own.includes(referrer.origin);
}

/** Whether a page of another site led the browser here: a visitor may not have wished for what it starts. */
export function isFromOtherSite({ headers }: Pick<Request, "headers">): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && !isOwnSite(site);
}

/** "none" is the visitor's own doing, such as loading a sent form again; no page can bring it about. */
function isOwnSite(site: string): boolean {
  return site === "same-origin" || site === "none";
}
