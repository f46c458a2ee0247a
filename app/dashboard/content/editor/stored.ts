import type { JSONContent } from "@tiptap/core";
import { cleanCode, cleanLine } from "#app/rich-text/schema/characters.ts";
import type { RichText } from "#app/rich-text/schema/document.ts";
import { normalDoc } from "#app/rich-text/schema/normal.ts";

/** The editor's document as it is stored: without characters no page can show, and in its one normal form. */
export function toStored(doc: JSONContent): RichText {
  // The editor's schema holds what the stored one does; the server checks it all the same.
  return normalDoc(cleaned(doc, false) as RichText);
}

function cleaned(node: JSONContent, isCode: boolean): JSONContent {
  if (node.text !== undefined) return { ...node, text: isCode ? cleanCode(node.text) : cleanLine(node.text) };
  if (!node.content) return node;
  const content = node.content.map((part) => cleaned(part, node.type === "codeBlock"));
  return { ...node, content: content.filter(({ text }) => text !== "") };
}
