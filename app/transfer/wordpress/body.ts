import { fromHtml } from "#app/rich-text/html/from-html.ts";
import { isLinkAddress } from "#app/rich-text/schema/addresses.ts";
import { type Block, emptyDoc, type RichText } from "#app/rich-text/schema/schema.ts";
import { toText } from "#app/rich-text/text.ts";
import { wordsOf } from "#app/text/words.ts";
import { linkById } from "#app/transfer/bundle/file-links.ts";
import type { PlannedNames } from "#app/transfer/bundle/plan.ts";
import { expandContent, withoutMachineText } from "./expand.ts";
import { readerText } from "./html-text.ts";
import type { OldSite } from "./old-site.ts";
import type { MoveReport } from "./report.ts";
import { newAddress, type UrlMap } from "./url-map.ts";
import type { WxrItem } from "./wxr.ts";

/** The text of an item as rich text, its pictures named by their path below the uploads; what does not come along is reported. */
export function bodyOf(item: WxrItem, site: OldSite, book: UrlMap, report: MoveReport): RichText {
  const name = site.nameOf(item);
  const html = site.wxr.system === "WordPress" ? expandContent(item, site, report) : item.content;
  const { doc, left } = fromHtml(html, {
    picture: (src) => site.uploads.find(src),
    link: (href) => newAddress(href, item, site, book),
  });
  for (const { what, count } of left.filter((one) => one.what !== "comment"))
    report.add(name, count === 1 ? what : `${what} (${count} times)`, whyLeft(what));
  for (const look of lostLooks(html)) report.add(name, look, "Texts are set alike here");
  for (const address of linksLeft(doc, site))
    report.add(
      name,
      `link to ${address}`,
      "What stands there did not come along, so the link still leads to the former site",
    );
  const lost = missingWords(html, doc);
  if (lost.length > 0)
    report.add(name, `words: ${listed(lost)}`, "They stood in markup that has no place here");
  return doc;
}

function listed(words: string[]): string {
  const rest = words.length - 40;
  return rest > 0 ? `${words.slice(0, 40).join(", ")} and ${rest} more` : words.join(", ");
}

function whyLeft(what: string): string {
  if (what.startsWith("picture ")) return "It is not among the files that came with the export";
  if (/^link (on|in) /.test(what)) return "Such a link has no place in a text here";
  if (what.startsWith("WordPress block "))
    return "WordPress filled it in when a page was shown; there is no such block here";
  if (what.endsWith("kept as text")) return "There are no shortcodes here";
  return "There is no such thing in a text here";
}

/** Puts file ids in the place of names; a picture that has none is left out, a link that has none is words alone. */
export function withMovedFiles(doc: RichText, names: Pick<PlannedNames, "picture" | "file">): RichText {
  const content = inside(doc.content, names.picture);
  if (content.length === 0) return emptyDoc;
  return linkById({ ...doc, content }, names.file, () => null);
}

/** Pictures that a text shows and files it links to, by their path below the uploads. */
export function filesOf(doc: RichText): string[] {
  const files: string[] = [];
  withMovedFiles(doc, {
    picture: (name) => {
      files.push(name);
      return name;
    },
    file: (key) => {
      files.push(key.slice(key.indexOf("/") + 1));
      return key;
    },
  });
  return files;
}

function inside<Node>(content: readonly Node[], find: (name: string) => string | null): Node[] {
  return content.flatMap((node) => {
    // Every node of a rich text is a block, a part of one, or text.
    const one = node as Block & { content?: unknown[] };
    if (one.type === "image") {
      const file = find(one.attrs.file);
      return file === null ? [] : [{ ...one, attrs: { ...one.attrs, file } } as Node];
    }
    if (!Array.isArray(one.content)) return [node];
    const content = inside(one.content, find);
    if (one.type === "gallery" && content.length === 0) return [];
    return [
      {
        ...one,
        content: content.length > 0 || one.content.length === 0 ? content : emptyDoc.content,
      } as Node,
    ];
  });
}

/** Links of a text that still lead to the old site. */
function linksLeft(doc: RichText, site: OldSite): string[] {
  const found = new Set<string>();
  JSON.stringify(doc, (key, value) => {
    if (key === "href" && isLinkAddress(value) && isOfOldSite(value, site)) found.add(value);
    return value;
  });
  return [...found];
}

function isOfOldSite(address: string, { hosts, fileHosts }: OldSite): boolean {
  const host = URL.parse(address)?.host ?? "";
  return hosts.has(host) || fileHosts.has(host);
}

const looks: [what: string, sign: RegExp][] = [
  [
    "colours, sizes or alignment",
    /\bhas-[\w-]+-(?:color|background|background-color|font-size)\b|\bhas-text-align-|\bstyle\s*=|\balign\s*=|\balign(?:left|right|center|wide|full)\b|<(?:font|center|big|small)\b/i,
  ],
  ["columns, which stand below each other now", /\bwp-block-column\b|\bwp-block-media-text\b/i],
  ["raised or lowered letters, which stand in line now", /<su[bp]\b/i],
  ["a frame around other blocks", /\bwp-block-(?:group|cover)\b/i],
];

/** What readers saw of an HTML text besides its words and their order. */
function lostLooks(html: string): string[] {
  const explained = [
    ...html.matchAll(/<(?:abbr|acronym|dfn)\b[^>]{0,500}?\btitle\s*=\s*["']([^"']{1,300})["']/gi),
  ];
  return [
    ...looks.flatMap(([what, sign]) => (sign.test(html) ? [what] : [])),
    ...explained.map(([, text = ""]) => `explanation “${text}” that showed on pointing`),
  ];
}

/** Words that a reader saw before and does not see now, each as often as it is missing. */
export function missingWords(html: string, doc: RichText): string[] {
  const now = new Map<string, number>();
  for (const word of wordsOf(toText(doc))) now.set(word, (now.get(word) ?? 0) + 1);
  return wordsOf(readerText(withoutMachineText(html))).filter((word) => {
    const count = now.get(word) ?? 0;
    now.set(word, count - 1);
    return count <= 0;
  });
}
