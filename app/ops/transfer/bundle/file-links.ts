import { cutText } from "#app/lib/text/cut.ts";
import { isRecord } from "./problems.ts";

/** A link to a file of the library by its id, with or without a suffix. */
const byId = /^\/files\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])/i;
/** The same link in an export, by the name of a file of the export. */
const byName = /^\/files\/((?:pictures|documents)\/[^/?#]+)$/;

/** Replaces file ids in links by names in the export, and removes links to missing files. */
export function linkByName<Doc>(doc: Doc, nameOf: (id: string) => string | null): Doc {
  return changeLinks(doc, (href) => {
    const id = fileIdAt(href);
    if (id === null) return href;
    const name = nameOf(id);
    return name === null ? null : addressByName(name);
  });
}

/** The id of the file that an address of this site leads to; null for another address. */
export function fileIdAt(href: string): string | null {
  return byId.exec(href)?.[1]?.toLowerCase() ?? null;
}

/** The folder and name of the file that an address in an export leads to; null for another address. */
export function fileNameAt(href: string): string | null {
  const written = byName.exec(href)?.[1];
  return written === undefined ? null : decode(written);
}

/** The link to a file in an export: `/files/documents/price-list.pdf` for `documents/price-list.pdf`. */
export function addressByName(name: string): string {
  const cut = name.indexOf("/");
  return `/files/${name.slice(0, cut)}/${encodeURIComponent(name.slice(cut + 1))}`;
}

/** Replaces names in links by file ids. For unknown names, `missing` returns the address, or null to remove the link. */
export function linkById<Doc>(
  doc: Doc,
  idOf: (name: string) => string | null,
  missing: (name: string, href: string) => string | null,
): Doc {
  return changeLinks(doc, (href) => {
    const name = fileNameAt(href);
    if (name === null) return href;
    const id = idOf(name);
    return id === null ? missing(name, href) : `/files/${id}`;
  });
}

/** A rich text with changed link addresses; null removes the link and leaves its text. */
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
  return walk(doc) as Doc; // only addresses differ
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns a function that makes unique file names from texts, safe on every system and without regard to case. */
export function openFileNames(): (text: string) => string {
  // Windows reserves these for devices.
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
