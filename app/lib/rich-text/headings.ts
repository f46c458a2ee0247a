import { normalizeText } from "#app/lib/text/normalize.ts";
import type { Block, Heading, RichText } from "./schema/document.ts";
import { inlineText } from "./text.ts";

const between = /[^\p{L}\p{M}\p{N}\u200c\u200d]+/gu;

/** Headings for a table of contents, with their ids in the page. */
export function headingsOf(doc: RichText): { id: string; text: string; level: 2 | 3 | 4 }[] {
  return [...headingIds(doc)]
    .map(([heading, id]) => ({ id, text: textOf(heading), level: heading.attrs.level }))
    .filter((heading) => heading.text !== "");
}

/** Ids of all headings: the heading's own anchor, or else its words joined by hyphens in any script, numbered if repeated. */
export function headingIds(doc: RichText): Map<Heading, string> {
  const ids = new Map<Heading, string>();
  const headings = doc.content.flatMap(findHeadings);
  const anchors = new Map(headings.map((heading) => [heading, anchorOf(heading)]));
  const taken = new Set<string>();
  const reserved = new Set(anchors.values());
  for (const heading of headings) {
    const anchor = anchors.get(heading) ?? null;
    const isFree = anchor !== null && !taken.has(anchor);
    const id = isFree ? anchor : freeId(slugOf(textOf(heading)), taken, reserved);
    taken.add(id);
    ids.set(heading, id);
  }
  return ids;
}

/** Id of the anchor at the start of a heading. */
export function anchorOf({ content = [] }: Heading): string | null {
  const first = content.find((node) => node.type === "text");
  const mark = first?.marks?.find((one) => one.type === "anchor");
  return mark?.type === "anchor" ? mark.attrs.id : null;
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

function freeId(slug: string, ...taken: ReadonlySet<string | null>[]): string {
  const isUsed = (id: string) => taken.some((ids) => ids.has(id));
  let id = slug;
  for (let number = 2; isUsed(id); number++) id = `${slug}-${number}`;
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
