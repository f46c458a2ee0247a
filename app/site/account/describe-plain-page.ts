import { describePage, type SiteFacts } from "#app/site/seo/head.ts";

/** Not for search engines. */
export function describePlainPage(site: SiteFacts, title: string, path: string) {
  return [...describePage({ ...site, title, path }), { name: "robots", content: "noindex" }];
}
