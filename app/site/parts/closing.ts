import type { Settings } from "#app/domain/company/settings-schema.ts";
import { pageKey } from "#app/lib/text/page-key.ts";

/**
 * Call to action of an area's pages. Undefined on the page that it links to, which shows the one of the home page.
 * @param page the page's own address: its path, and the site's origin
 */
export function closingOf({ pages }: Settings, area: ClosingArea, page: { path: string; publicUrl: URL }) {
  const { closing } = pages[area];
  const target = URL.parse(closing.href, page.publicUrl);
  const leadsHere =
    target?.origin === page.publicUrl.origin && pageKey(target.pathname) === pageKey(page.path);
  return leadsHere ? undefined : closing;
}

type ClosingArea = "services" | "media" | "clients" | "portfolio" | "blog";
