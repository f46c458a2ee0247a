import { lineOf } from "./html-text.ts";
import type { OldSite } from "./old-site.ts";
import type { Report } from "./report.ts";
import type { WxrItem } from "./wxr.ts";

/** What WordPress keeps for itself: nobody ever wrote or read it. */
const internal = new Set([
  "revision",
  "customize_changeset",
  "oembed_cache",
  "user_request",
  "wp_global_styles",
  "custom_css",
]);

/** Everything in the export that is neither post nor page nor attachment. */
export function reportRest(site: OldSite, left: readonly WxrItem[], report: Report): void {
  const menus = Map.groupBy(
    site.wxr.items.filter(({ type }) => type === "nav_menu_item"),
    (item) => item.terms.find(({ domain }) => domain === "nav_menu")?.name ?? "",
  );
  for (const menu of new Set([...site.wxr.menus, ...menus.keys()]))
    report.add(
      `Menu “${lineOf(menu)}”`,
      `menu with ${menus.get(menu)?.length ?? 0} entries`,
      "The navigation is made of what is published here",
    );
  const types = Map.groupBy(
    left.filter(({ type }) => internal.has(type)),
    ({ type }) => type,
  );
  for (const [type, items] of types)
    report.add("Site", `${items.length} of “${type}”`, "WordPress kept them for itself");
  for (const item of left.filter(({ type }) => !internal.has(type)))
    report.add(
      site.nameOf(item),
      item.type === "post" || item.type === "page" ? `status ${item.status}` : `type “${item.type}”`,
      item.type === "post" || item.type === "page"
        ? "It was in the trash or never begun"
        : "There is no such kind of content here",
    );
  if (site.wxr.strayCharacters > 0)
    report.add("Site", `${site.wxr.strayCharacters} control characters`, "They can't be shown");
}
