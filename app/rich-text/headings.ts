import { normalizeText } from "#app/text/normalize.ts";
import type { Block, Heading, RichText } from "./schema/document.ts";
import { inlineText } from "./text.ts";

const between = /[^\p{L}\p{M}\p{N}\u200c\u200d]+/gu;

/** The headings a table of contents can lead to; the ids are those in the page. */
export function headingsOf(doc: RichText): { id: string; text: string; level: 2 | 3 | 4 }[] {
  return [...headingIds(doc)]
    .map(([heading, id]) => ({ id, text: textOf(heading), level: heading.attrs.level }))
    .filter((heading) => heading.text !== "");
}

/** Every heading of the document with its id: its words joined by hyphens, in any script, numbered when repeated. */
export function headingIds(doc: RichText): Map<Heading, string> {
  const ids = new Map<Heading, string>();
  const taken = new Set<string>();
  for (const heading of doc.content.flatMap(findHeadings)) {
    const id = freeId(slugOf(textOf(heading)), taken);
    taken.add(id);
    ids.set(heading, id);
  }
  return ids;
}

function textOf(heading: Heading): string {
  return inlineText(heading.content).replace(/\s+/g, " ").trim();
}

function slugOf(text: string): string {
  const slug = normalizeText(text)
    .toLowerCase()
    .replace(between, "-")
    .replace(/^-+|-+$/g, "");
  return slug || "section";
}

function freeId(slug: string, taken: Set<string>): string {
  let id = slug;
  for (let number = 2; taken.has(id); number++) id = `${slug}-${number}`;
  return id;
}

function findHeadings(block: Block): Heading[] {
  switch (block.type) {
    case "heading":
      return [block];
    case "blockquote":
      return block.content.flatMap(findHeadings);
    case "bulletList":
    case "orderedList":
      return block.content.flatMap((item) => item.content.flatMap(findHeadings));
    case "table":
      return block.content
        .flatMap((row) => row.content ?? [])
        .flatMap((cell) => cell.content.flatMap(findHeadings));
    default:
      return [];
  }
}
