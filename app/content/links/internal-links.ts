import type { ValuePart } from "#app/fields/field.ts";
import { pageKey } from "#app/text/page-key.ts";
import { type DataOf, type Kind, partsOfData } from "../kind.ts";

/** A link of an entry to a page of this site. */
export interface InternalLink {
  field: string;
  /** As it was written. */
  address: string;
  /** Its path, as `pageKey` writes it. */
  key: string;
  /** The words that carry the link; empty where it is a value of its own. */
  words: string;
}

/** What a version links to among our own pages, each once a field. With `origin`, full addresses of ours count too. */
export function internalLinksOf(kind: Kind, data: DataOf<Kind>, origin?: string): InternalLink[] {
  const links = partsOfData(kind, data).flatMap(({ field, part }) =>
    addressesIn(part).flatMap(({ address, words }) => {
      const key = pageKey(pathOf(address, origin));
      return key === null ? [] : [{ field, address, key, words }];
    }),
  );
  const first = new Map<string, InternalLink>();
  for (const link of links) {
    const name = `${link.field} ${link.key}`;
    if (!first.has(name)) first.set(name, link);
  }
  return [...first.values()];
}

function pathOf(address: string, origin: string | undefined): string {
  const url = origin === undefined ? null : URL.parse(address);
  return url && url.origin === origin ? url.pathname : address;
}

interface Written {
  address: string;
  words: string;
}

function addressesIn(part: ValuePart): Written[] {
  if (part.is === "address") return [{ address: part.address, words: "" }];
  return part.is === "richText" ? linksInText(part.doc) : [];
}

interface Node {
  type?: unknown;
  text?: unknown;
  attrs?: { href?: unknown; url?: unknown };
  marks?: unknown;
  content?: unknown;
}

/** Links and own films of a rich text in the order of reading. */
function linksInText(value: unknown): Written[] {
  if (typeof value !== "object" || value === null) return [];
  const node: Node = value;
  const marks = Array.isArray(node.marks) ? (node.marks as Node[]) : []; // checked when it was stored
  const link = marks.find(({ type }) => type === "link")?.attrs?.href;
  const address = node.type === "video" ? node.attrs?.url : link;
  const own =
    typeof address === "string"
      ? [{ address, words: typeof node.text === "string" ? node.text.trim() : "" }]
      : [];
  return [...own, ...(Array.isArray(node.content) ? node.content.flatMap(linksInText) : [])];
}
