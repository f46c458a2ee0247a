import { cutText } from "#app/text/cut.ts";
import { isRecord } from "./problems.ts";

/** A link to a file of the library by its id, with or without what stands behind it. */
const byId = /^\/files\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])/i;
/** The same link in an export: by the name of a file that comes along. */
const byName = /^\/files\/((?:pictures|documents)\/[^/?#]+)$/;

/** Writes links to files of the library by the names that these have in the export; what is gone is no link any more. */
export function linkByName<Doc>(doc: Doc, nameOf: (id: string) => string | null): Doc {
  return changeLinks(doc, (href) => {
    const id = byId.exec(href)?.[1];
    if (id === undefined) return href;
    const name = nameOf(id.toLowerCase());
    return name === null ? null : addressByName(name);
  });
}

/** What stands in an export for a link to a file: `documents/price-list.pdf` is linked to as `/files/documents/price-list.pdf`. */
export function addressByName(name: string): string {
  const cut = name.indexOf("/");
  return `/files/${name.slice(0, cut)}/${encodeURIComponent(name.slice(cut + 1))}`;
}

/** The other way round; of a name that `idOf` does not know, `missing` says where the link leads: null takes it away. */
export function linkById<Doc>(
  doc: Doc,
  idOf: (name: string) => string | null,
  missing: (name: string, href: string) => string | null,
): Doc {
  return changeLinks(doc, (href) => {
    const written = byName.exec(href)?.[1];
    if (written === undefined) return href;
    const name = decode(written);
    const id = idOf(name);
    return id === null ? missing(name, href) : `/files/${id}`;
  });
}

/** A rich text with the address of every link changed; null takes the link away and leaves its words. */
function changeLinks<Doc>(doc: Doc, change: (href: string) => string | null): Doc {
  const marksOf = (marks: unknown[]) =>
    marks.flatMap((mark) => {
      if (!isRecord(mark) || mark.type !== "link" || !isRecord(mark.attrs)) return [mark];
      const href = change(String(mark.attrs.href));
      return href === null ? [] : [{ ...mark, attrs: { ...mark.attrs, href } }];
    });
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk);
    if (!isRecord(node)) return node;
    const changed = Object.entries(node).map(([key, value]) => {
      if (key === "marks" && Array.isArray(value)) return [key, marksOf(value)];
      return [key, key === "content" ? walk(value) : value];
    });
    const result = Object.fromEntries(changed);
    if (Array.isArray(result.marks) && result.marks.length === 0) delete result.marks;
    return result;
  };
  return walk(doc) as Doc; // the same nodes, but for addresses
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Gives every text a file name of its own: readable, safe on every system, no two the same even where case is not told apart. */
export function openFileNames(): (text: string) => string {
  // Windows keeps these for devices.
  const taken = new Set(["con", "prn", "aux", "nul", "com1", "com2", "com3", "lpt1", "lpt2", "lpt3"]);
  return (text) => {
    const base = plainName(text) || "untitled";
    let name = base;
    for (let number = 2; taken.has(name); number += 1) name = `${base}-${number}`;
    taken.add(name);
    return name;
  };
}

/** Letters and digits of any script, in lower case, joined by hyphens; at most 60 characters. */
export function plainName(text: string): string {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .normalize("NFC")
      .match(/[\p{L}\p{M}\p{N}\u200c\u200d]+/gu) ?? [];
  return cutText(words.join("-"), 60).replace(/-+$/, "");
}
