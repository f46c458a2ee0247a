import { textLineOf } from "./html-text.ts";
import type { WxrItem, WxrSite } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";
import { folderOf, isFrontPage, isPostsPage } from "./site-paths.ts";

/** A former site whose front page and page of posts have their places here. */
interface SpecialPages {
  wxr: WxrSite;
  /** Where their addresses lead, by the number of the item. */
  paths: Map<string, string>;
  /** Those without a text, which do not come along. */
  empty: ReadonlySet<WxrItem>;
}

/** Finds the front page, whose text becomes a draft, and the page of posts; both are reported. */
export function takeSpecialPages(wxr: WxrSite, report: MoveReport): SpecialPages {
  const paths = new Map<string, string>();
  const empty = new Set<WxrItem>();
  const items = wxr.items.map((item) => {
    const name = `Page ${item.id} “${textLineOf(item.title)}”`;
    if (isFrontPage(item, wxr)) {
      paths.set(item.id, "/");
      // WordPress also leads from its name to the start page.
      const named = ["", "index.php/"].map((step) => `${folderOf(wxr)}/${step}${item.slug}/`);
      const front = { ...item, status: "draft", otherLinks: [...item.otherLinks, ...named] };
      if (item.content.trim() === "") empty.add(front);
      report.add(
        name,
        "front page",
        empty.has(front)
          ? "It had no text; its addresses lead to / now"
          : "Its addresses lead to / now; its text is a draft here, move it to where it belongs",
      );
      return front;
    }
    if (isPostsPage(item, wxr)) {
      paths.set(item.id, "/blog");
      empty.add(item);
      report.add(name, "page of posts", "It has no text of its own; its addresses lead to /blog now");
    }
    return item;
  });
  return { wxr: { ...wxr, items }, paths, empty };
}
