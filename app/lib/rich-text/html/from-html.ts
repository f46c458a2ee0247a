import type { RichText } from "../schema/document.ts";
import { parseHtml } from "./html-parse.ts";
import {
  type DroppedContent,
  expandShortcodes,
  findShortcodes,
  isClassic,
  openCount,
  readTree,
  type TreeNames,
} from "./read-tree.ts";

/**
 * Converts any HTML to a rich text with all visible text, and lists dropped content. `names` maps a picture to its file or
 * null, and may rewrite link addresses.
 */
export function fromHtml(html: string, names: TreeNames): { doc: RichText; left: DroppedContent[] } {
  const source = expandShortcodes(html.replace(/\r\n?/g, "\n"));
  const { leave, left } = openCount();
  for (const name of findShortcodes(source)) leave(`shortcode [${name}], kept as text`);
  const { nodes, isWhole } = parseHtml(source);
  if (!isWhole) leave("all markup: there are too many elements");
  const doc = readTree(
    nodes,
    { names, splits: true, keepsLineEnds: isClassic(source), keepsNewTabs: true },
    leave,
  );
  return { doc, left: left() };
}
