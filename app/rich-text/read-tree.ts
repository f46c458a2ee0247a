import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { readElement } from "./html/html-elements.ts";
import { isElement } from "./html/html-nodes.ts";
import { addText, endLine, type HtmlReader, openOutput } from "./html/html-reader.ts";
import { describeComment } from "./html/wordpress.ts";
import type { RichText } from "./schema/document.ts";
import { fitDocument } from "./schema/fit.ts";

/** What did not come along, and how often. */
export type Left = { what: string; count: number };

/** `picture` gives the file of a picture, or null; `link` may change where a link goes. */
export type TreeNames = { picture(src: string): string | null; link?(href: string): string };

export interface TreeReading {
  names: TreeNames;
  /** Whether blank lines in the text part paragraphs. */
  splits: boolean;
  /** Whether a single line end is a line break. */
  keepsLineEnds: boolean;
}

/** Keeps count of what does not come along. */
export function openCount(): { leave: HtmlReader["leave"]; left(): Left[] } {
  const counts = new Map<string, number>();
  return {
    leave: (what, count = 1) => void counts.set(what, (counts.get(what) ?? 0) + count),
    left: () => [...counts].map(([what, count]) => ({ what, count })),
  };
}

/** Makes a rich text of parsed HTML, whoever has parsed it: the server's parser, or a browser. */
export function readTree(
  nodes: Tree.ChildNode[],
  { names, splits, keepsLineEnds }: TreeReading,
  leave: HtmlReader["leave"],
): RichText {
  const reader = openReader(names, keepsLineEnds, leave);
  const sheet = openOutput();
  reader.walk(nodes, { sheet, marks: [], splits, depth: 0 });
  endLine(sheet);
  const { doc, plain, words } = fitDocument(sheet.blocks);
  if (plain > 0) leave("list, table or quote nested too deeply, its text kept in plain paragraphs", plain);
  if (words > 0) leave("word at the end, beyond the size that can be kept", words);
  return doc;
}

function openReader(names: TreeNames, keepsLineEnds: boolean, leave: HtmlReader["leave"]): HtmlReader {
  const reader: HtmlReader = {
    picture: names.picture,
    link: names.link ?? ((href) => href),
    leave,
    keepsLineEnds,
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
