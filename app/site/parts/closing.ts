import type { Settings } from "#app/company/settings-schema.ts";
import { pageKey } from "#app/text/page-key.ts";

/**
 * The last word of an area's pages; nothing on the page that it leads to, which closes with the one of the home page. `path`
 * is the page's own.
 */
export function closingOf({ pages }: Settings, area: ClosingArea, path: string) {
  const { closing } = pages[area];
  return pageKey(closing.href) === pageKey(path) ? undefined : closing;
}

type ClosingArea = "services" | "media" | "portfolio" | "blog";
