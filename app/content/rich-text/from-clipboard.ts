import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import type { RichText } from "./document.ts";
import { type Left, openCount, readTree } from "./read-tree.ts";
import { fromWord } from "./word-html.ts";

/**
 * Makes a rich text of what was copied in Word, Google Docs or on a web page, and counts the pictures and films that stay
 * behind. `origin` is this site's own: its pictures are known, and links to it become paths.
 */
export function fromClipboard(nodes: Tree.ChildNode[], origin: string): { doc: RichText; left: Left[] } {
  const { leave, left } = openCount();
  const names = {
    picture: (src: string) => pictureOf(src, origin),
    link: (href: string) => linkOf(href, origin),
  };
  const doc = readTree(fromWord(nodes), { names, splits: false, keepsLineEnds: false }, leave);
  return {
    doc,
    left: left().filter(({ what }) => /^(?:picture|iframe|video|audio|drawing|embed)\b/.test(what)),
  };
}

function pictureOf(src: string, origin: string): string | null {
  const own = src.startsWith(`${origin}/`) ? src.slice(origin.length) : src;
  return /^\/files\/([a-z0-9-]{8,64})\/\d+\.\w+$/.exec(own)?.[1] ?? null;
}

/** What Google leads past itself goes straight where it leads, and what leads here needs no name of a host. */
function linkOf(href: string, origin: string): string {
  const url = URL.parse(href);
  if (!url) return href;
  const isPassed = /^www\.google\.[a-z.]+$/.test(url.hostname) && url.pathname === "/url";
  const target = isPassed ? (url.searchParams.get("q") ?? href) : href;
  return target.startsWith(`${origin}/`) ? target.slice(origin.length) : target;
}
