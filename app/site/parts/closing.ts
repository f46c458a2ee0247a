import type { Settings } from "#app/domain/company/settings-schema.ts";
import { pageKey } from "#app/lib/text/page-key.ts";

/**
 * The closing band of an area's pages; undefined on the page its link leads to, which closes with the one of the home page.
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
