import { describePage } from "../seo/head.ts";
import type { SiteFacts } from "../seo/site-facts.ts";

/** Not for search engines. */
export function describePlainPage(site: SiteFacts, title: string, path: string) {
  return [...describePage({ ...site, title, path }), { name: "robots", content: "noindex" }];
}
