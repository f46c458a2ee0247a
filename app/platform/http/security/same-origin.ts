/**
 * Whether a write comes from this site, by the browser's headers. Returns false without any of
 * them, because all current browsers send the origin with a form.
 */
export function isSameOrigin(request: Request, publicUrl: URL): boolean {
  // On loopback, for local tests, the request's own origin counts too.
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

/** Whether the request came from another website, so that the visitor may not intend the action. */
export function isFromOtherSite({ headers }: Pick<Request, "headers">): boolean {
  const site = headers.get("sec-fetch-site");
  return site !== null && !isOwnSite(site);
}

/** "none" means an action of the visitor, such as a reload, which no page can cause. */
function isOwnSite(site: string): boolean {
  return site === "same-origin" || site === "none";
}
