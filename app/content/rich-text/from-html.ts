import type { RichText } from "./document.ts";
import { fitDocument } from "./fit.ts";
import { readElement } from "./html-elements.ts";
import { isElement } from "./html-nodes.ts";
import { parseHtml } from "./html-parse.ts";
import { addText, endLine, openSheet, type Reader } from "./html-reader.ts";
import { describeComment, expandShortcodes, findShortcodes, isClassic } from "./wordpress.ts";

/** What did not come along, and how often. */
export type Left = { what: string; count: number };

type Names = { picture(src: string): string | null; link?(href: string): string };

/**
 * Makes a rich text of any HTML. All text that a reader would see is kept, and what cannot come along is
 * listed. `names` gives the file of a picture, or null, and may change where a link goes.
 */
export function fromHtml(html: string, names: Names): { doc: RichText; left: Left[] } {
  const source = expandShortcodes(html.replace(/\r\n?/g, "\n"));
  const counts = new Map<string, number>();
  const reader = openReader(names, isClassic(source), (what, count = 1) => {
    counts.set(what, (counts.get(what) ?? 0) + count);
  });
  for (const name of findShortcodes(source)) reader.leave(`shortcode [${name}], kept as text`);
  const sheet = openSheet();
  const { nodes, isWhole } = parseHtml(source);
  if (!isWhole) reader.leave("all markup: there is more than can be followed");
  reader.walk(nodes, { sheet, marks: [], splits: true, depth: 0 });
  endLine(sheet);
  const { doc, plain, words } = fitDocument(sheet.blocks);
  if (plain > 0)
    reader.leave("list, table or quote nested too deeply, its text kept in plain paragraphs", plain);
  if (words > 0) reader.leave("word at the end, beyond the size that can be kept", words);
  return { doc, left: [...counts].map(([what, count]) => ({ what, count })) };
}

function openReader(names: Names, keepsLineEnds: boolean, leave: Reader["leave"]): Reader {
  const reader: Reader = {
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

function leaveComment(comment: string, leave: Reader["leave"]): void {
  const what = describeComment(comment);
  if (what) leave(what);
}
