import { data } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import type { PageContext } from "#app/pages/page-context.ts";
import { siteFacts } from "#app/site/seo/head.ts";

/**
 * The page a link in a mail leads to: one reader's own, kept by nobody, its address told to no other. A link that is none
 * of ours, or no whole one, is a bad request.
 */
export async function letterPage<Page extends object>(
  { db, publicUrl, requestContext }: PageContext,
  page: Page,
  isKnown: boolean,
) {
  requestContext.noStore();
  const site = siteFacts(await readSettings(db), publicUrl);
  const headers = { "cache-control": "no-store", "referrer-policy": "no-referrer" };
  return data({ ...page, site }, { status: isKnown ? 200 : 400, headers });
}

export function unsubscribeTokenOf(url: URL): string {
  return url.searchParams.get("key") ?? "";
}
