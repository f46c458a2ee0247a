import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { RichText } from "../schema/document.ts";
import { fitDocument } from "../schema/limits.ts";
import { readElement } from "./html-elements.ts";
import { addText, endLine, type HtmlReader, isElement, openOutput } from "./html-reader.ts";

/** Type of dropped content and its number of occurrences. */
export type DroppedContent = { what: string; count: number };

/**
 * `picture` returns the file of a picture, or null; `link` may rewrite a link address. `isTarget` selects ids that become
 * anchors, in addition to those of headings; without it, ids are dropped.
 */
export type TreeNames = {
  picture(src: string): string | null;
  link?(href: string): string;
  isTarget?(id: string): boolean;
};

export interface TreeReading {
  names: TreeNames;
  /** Whether blank lines in the text separate paragraphs. */
  splits: boolean;
  /** Whether a single line end is a line break. */
  keepsLineEnds: boolean;
  /** Whether links may open in a new tab. */
  keepsNewTabs: boolean;
}

/** Counter of dropped content. */
export function openCount(): { leave: HtmlReader["leave"]; left(): DroppedContent[] } {
  const counts = new Map<string, number>();
  return {
    leave: (what, count = 1) => void counts.set(what, (counts.get(what) ?? 0) + count),
    left: () => [...counts].map(([what, count]) => ({ what, count })),
  };
}

/** Converts parsed HTML, from the server's parser or a browser, to a rich text. */
export function readTree(
  nodes: Tree.ChildNode[],
  { names, splits, ...rules }: TreeReading,
  leave: HtmlReader["leave"],
): RichText {
  const reader = openReader(names, rules, leave);
  const out = openOutput();
  reader.walk(nodes, { out, marks: [], splits, depth: 0 });
  endLine(out);
  for (const id of reader.waitingIds) leave(`link target #${id} without text after it`);
  const { doc, plain, words } = fitDocument(out.blocks);
  if (plain > 0) leave("list, table or quote nested too deeply, its text kept in plain paragraphs", plain);
  if (words > 0) leave("word at the end, beyond the size limit", words);
  return doc;
}

function openReader(
  names: TreeNames,
  rules: Pick<TreeReading, "keepsLineEnds" | "keepsNewTabs">,
  leave: HtmlReader["leave"],
): HtmlReader {
  const reader: HtmlReader = {
    picture: names.picture,
    link: names.link ?? ((href) => href),
    isTarget: names.isTarget ?? null,
    waitingIds: [],
    leave,
    ...rules,
    walk: (nodes, place) => {
      for (const node of nodes) {
        if (isElement(node)) readElement(node, place, reader);
        else if ("value" in node) addText(node.value, place, reader);
        else if ("data" in node) leaveComment(node.data, leave);
      }
    },
  };
  return reader;
}

function leaveComment(comment: string, leave: HtmlReader["leave"]): void {
  const what = describeComment(comment);
  if (what) leave(what);
}

const ownCaption =
  /\[caption\b[^\]]{0,300}\]\s{0,9}((?:<a\b[^>]{0,999}>\s{0,9})?<img\b[^>]{0,9999}>(?:\s{0,9}<\/a>)?)((?:(?!\[\/caption\])[\s\S]){0,3000})\[\/caption\]/gi;
const shortcode =
  /\[(gallery|audio|video|playlist|caption|contact-form-7|wpforms|(?:vc|et_pb|fusion)_\w{1,40})\b[^\]]{0,999}\]/gi;

/** HTML with WordPress shortcodes for captions and embedded videos replaced by elements. */
export function expandShortcodes(html: string): string {
  return html
    .replace(ownCaption, "<figure>$1<figcaption>$2</figcaption></figure>")
    .replace(/\[embed\b[^\]]{0,300}\]\s{0,9}(\S{1,2000}?)\s{0,9}\[\/embed\]/gi, "\n\n$1\n\n");
}

/** Names of unsupported shortcodes, which stay in the text. */
export function findShortcodes(html: string): string[] {
  return [...html.matchAll(shortcode)].map((found) => found[1]?.toLowerCase() ?? "");
}

/** Whether HTML comes from the classic editor, where blank lines separate paragraphs and line ends are breaks. */
export function isClassic(html: string): boolean {
  return /\n[ \t\r]*\n/.test(html) && !/<p[\s>]|<!--\s{0,9}wp:/i.test(html);
}

/** Description of content that a comment stands for and that is dropped; null for comments around a block. */
function describeComment(comment: string): string | null {
  const block = /^\s*wp:([\w/-]+)(?:\s[\s\S]*)?$/.exec(comment);
  if (!block) return /^\s*\/wp:/.test(comment) ? null : "comment";
  return comment.trimEnd().endsWith("/") ? `WordPress block ${block[1]}` : null;
}
