import { headingIds } from "#app/lib/rich-text/headings.ts";
import { fromHtml } from "#app/lib/rich-text/html/from-html.ts";
import { escapeHtml } from "#app/lib/rich-text/html/html.ts";
import { decodeEntities } from "#app/lib/rich-text/html/html-parse.ts";
import { isLinkAddress } from "#app/lib/rich-text/schema/addresses.ts";
import { type Block, emptyDoc, type RichText } from "#app/lib/rich-text/schema/schema.ts";
import { linkById } from "#app/ops/transfer/bundle/file-links.ts";
import type { PlannedNames } from "#app/ops/transfer/bundle/plan.ts";
import { withCodeBlocks, withComposedBlocks, withoutShortcodes } from "./blocks.ts";
import { isImage, type OldSite } from "./old-site.ts";
import type { LeftBehind, WxrItem } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";
import { newAddress, type UrlMap } from "./url-map.ts";

/** The text of an item as rich text, with pictures by their path in the uploads. Reports lost content. */
export function bodyOf(item: WxrItem, site: OldSite, urlMap: UrlMap, report: MoveReport): RichText {
  const name = site.nameOf(item);
  const html = site.wxr.system === "WordPress" ? expandContent(item, site, report) : item.content;
  const fragments = new Set(fragmentsIn(html));
  const { doc, left } = fromHtml(html, {
    picture: (src) => site.uploads.find(src),
    isTarget: (id) => fragments.has(id) || linkedIdsOf(site).has(id),
    link: (href) => newAddress(href, item, site, urlMap),
  });
  for (const { what, count } of left.filter((one) => one.what !== "comment"))
    report.add(name, count === 1 ? what : `${what} (${count} times)`, whyLeft(what));
  for (const look of lostFormatting(html)) report.add(name, look, "All texts have the same style here");
  for (const { what, why } of linksLeft(doc, site)) report.add(name, what, why);
  for (const jump of brokenFragments(doc))
    report.add(name, `link to ${jump}`, "The text has no such anchor, so the link is broken");
  return doc;
}

function whyLeft(what: string): string {
  if (what.startsWith("picture ")) return "It is not among the files of the export";
  if (/^link to \S*#\/(?:portal|search|share)/.test(what))
    return "This link opened a dialog of Ghost; the text has no link";
  if (/^link to (?:https:\/\/ghost\.invalid)?\/content\//.test(what))
    return "This file was not imported; the text has no link";
  if (/^link to (?:https:\/\/ghost\.invalid)?\//.test(what))
    return "Another former site had this address; the text has no link";
  if (what.startsWith("place #")) return "Links to it lead to the start of the page";
  if (/^link (on|in) /.test(what)) return "Texts can't have such a link here";
  if (what.startsWith("WordPress block "))
    return "WordPress filled it in when a page was shown; there is no such block here";
  if (what.endsWith("kept as text")) return "There are no shortcodes here";
  return "Texts can't have this here";
}

/** Replaces names by file ids. Removes pictures without an id, and turns links without an id into text. */
export function withMovedFiles(doc: RichText, names: Pick<PlannedNames, "picture" | "file">): RichText {
  const content = inside(doc.content, names.picture);
  if (content.length === 0) return emptyDoc;
  return linkById({ ...doc, content }, names.file, () => null);
}

/** Pictures and linked files of a text, by their path in the uploads. */
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

/** The captions of the pictures in texts. */
export function captionsIn(docs: readonly RichText[]): Set<string> {
  const captions = new Set<string>();
  for (const doc of docs)
    JSON.stringify(doc, (key, value) => {
      if (key === "caption" && typeof value === "string") captions.add(value);
      return value;
    });
  return captions;
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

/** Links and videos of a text that still lead to the old site. */
function linksLeft(doc: RichText, site: OldSite): LeftBehind[] {
  const found = new Map<string, LeftBehind>();
  JSON.stringify(doc, (key, value) => {
    if ((key !== "href" && key !== "url") || !isLinkAddress(value) || !isOfOldSite(value, site)) return value;
    const what = key === "url" ? `video ${value}` : `link to ${value}`;
    const why =
      key === "url"
        ? "Only pictures and PDFs are imported, so it still plays from the former site"
        : "Its target was not imported, so the link still leads to the former site";
    found.set(what, { what, why });
    return value;
  });
  return [...found.values()];
}

function isOfOldSite(address: string, { wxr, hosts, fileHosts }: OldSite): boolean {
  const { host = "", pathname = "" } = URL.parse(address) ?? {};
  // Feature pictures of Ghost are often on other hosts, such as Unsplash.
  return (
    hosts.has(host) || (wxr.system === "WordPress" && fileHosts.has(host) && /\.\w{2,5}$/.test(pathname))
  );
}

const formats: [what: string, sign: RegExp][] = [
  [
    "colours, sizes or alignment",
    /\bhas-[\w-]+-(?:color|background|background-color|font-size)\b|\bhas-text-align-|\bstyle\s*=|\balign\s*=|\balign(?:left|right|center|wide|full)\b|<(?:font|center|big|small)\b/i,
  ],
  ["columns, now one below the other", /\bwp-block-column\b|\bwp-block-media-text\b/i],
  ["superscript or subscript, now plain text", /<su[bp]\b/i],
  ["a frame around other blocks", /\bwp-block-(?:group|cover)\b/i],
];

/** Formatting of an HTML text that the import loses. */
function lostFormatting(html: string): string[] {
  const explained = [
    ...html.matchAll(/<(?:abbr|acronym|dfn)\b[^>]{0,500}?\btitle\s*=\s*["']([^"']{1,300})["']/gi),
  ];
  return [
    ...formats.flatMap(([what, sign]) => (sign.test(html) ? [what] : [])),
    ...explained.map(([, text = ""]) => `tooltip “${text}”`),
  ];
}

/** The content of an item as plain HTML, with blocks that WordPress renders at request time. */
function expandContent(item: WxrItem, site: OldSite, report: MoveReport): string {
  const name = site.nameOf(item);
  const whole = withCodeBlocks(withComposedBlocks(item, site, report));
  const pages = whole.split(pageBreak).length - 1;
  if (pages > 0)
    report.add(name, `${pages} page ${pages === 1 ? "break" : "breaks"}`, "A post is one page here");
  const html = galleryBlocks(withCoverImages(whole), item, site, report)
    .replace(pageBreak, "\n\n")
    .replace(moreMark, "\n\n")
    .replace(/<\/a>(?=<a\b)/gi, "</a> ")
    .replace(/\[gallery\b([^\]]{0,2000})\]/gi, (_, written: string) => galleryOf(item, written, site, report))
    .replace(
      olderCaption,
      (_, caption: string, inside: string) => `<figure>${inside}<figcaption>${caption}</figcaption></figure>`,
    )
    .replace(/\[(audio|video)\b([^\]]{0,2000})\](?:\s*\[\/\1\])?/gi, (all, tag: string, written: string) => {
      const address = addressIn(written);
      return address === null
        ? all
        : `\n\n<${tag.toLowerCase()} src="${escapeHtml(address)}"></${tag.toLowerCase()}>\n\n`;
    });
  const plain = withoutShortcodes(html);
  for (const [code, count] of plain.names)
    report.add(
      name,
      count === 1 ? `shortcode [${code}]` : `shortcode [${code}] (${count} times)`,
      "A plugin filled it in when a page was shown; it is left out",
    );
  return plain.html;
}

/** Turns the background of old cover blocks into a picture of the text. */
function withCoverImages(html: string): string {
  return html.replace(/<(?:div|section)\b[^>]{0,3000}>/gi, (tag) => {
    if (!/\bwp-block-cover/.test(tag) || /has-background-video/.test(tag)) return tag;
    const address = /background-image:\s*url\(\s*(?:&quot;|["'])?([^)"'&]{1,2000})/i.exec(tag)?.[1];
    return address === undefined ? tag : `${tag}<img src="${escapeHtml(address.trim())}" alt="">`;
  });
}

/** Expands galleries of the block editor that refer to pictures only by number. */
function galleryBlocks(html: string, item: WxrItem, site: OldSite, report: MoveReport): string {
  const whole =
    /<!--\s*wp:gallery\b([^>]{0,5000}?)(?:\/-->|-->([\s\S]{0,300000}?)<!--\s*\/wp:gallery\s*-->)/g;
  return html.replace(whole, (_, written: string, inside = "") => {
    const ids = /"ids"\s*:\s*\[([^\]]{0,4000})\]/.exec(written)?.[1]?.match(/\d+/g) ?? [];
    if (/<img\b/i.test(inside) || ids.length === 0) return inside;
    return galleryOf(item, `ids="${ids.join(",")}"`, site, report);
  });
}

/** The text before the "more" mark, which lists of posts show; null without the mark. */
export function beforeMore(content: string): string | null {
  const at = content.search(moreMark);
  return at === -1 ? null : content.slice(0, at);
}

const moreMark = /(<!--\s*wp:more\b[^>]*-->\s*)?<!--\s*more\b.{0,200}?-->(\s*<!--\s*\/wp:more\s*-->)?/i;
const pageBreak = /(?:<!--\s*wp:nextpage\s*-->\s*)?<!--\s*nextpage\s*-->(?:\s*<!--\s*\/wp:nextpage\s*-->)?/gi;
const olderCaption =
  /\[caption\b[^\]]{0,900}?\bcaption="([^"]{0,3000})"[^\]]{0,300}\]([\s\S]{0,5000}?)\[\/caption\]/gi;

function galleryOf(item: WxrItem, written: string, site: OldSite, report: MoveReport): string {
  const ids = attributeIn(written, "ids") ?? attributeIn(written, "include");
  const left = new Set((attributeIn(written, "exclude") ?? "").split(/\s*,\s*/));
  const numbers = (ids ?? "").split(/\s*,\s*/).filter((id) => id !== "");
  const listed = numbers.flatMap((id) => site.items.get(id) ?? []);
  const missing = numbers.filter((id) => !site.items.has(id));
  if (missing.length > 0)
    report.add(
      site.nameOf(item),
      `gallery: ${missing.length === 1 ? "number" : "numbers"} ${missing.join(", ")}`,
      "The export does not contain this; export all content at once",
    );
  const pictures = (ids === null ? site.attachmentsOf(item.id) : listed).filter(
    (one) => isImage(one) && !left.has(one.id),
  );
  const found = pictures.filter((one) => site.uploads.find(one.attachmentUrl) !== null);
  if (found.length < pictures.length || (pictures.length === 0 && missing.length === 0))
    report.add(
      site.nameOf(item),
      `gallery: ${pictures.length - found.length} of ${pictures.length} pictures`,
      "They are not among the files of the export",
    );
  return `<div class="gallery">${found.map(figureOf).join("\n")}</div>`;
}

function figureOf({ attachmentUrl, excerpt, meta }: WxrItem): string {
  const alt = escapeHtml(meta.get("_wp_attachment_image_alt") ?? "");
  const caption = excerpt === "" ? "" : `<figcaption>${excerpt}</figcaption>`;
  return `<figure><img src="${escapeHtml(attachmentUrl)}" alt="${alt}">${caption}</figure>`;
}

function attributeIn(written: string, name: string): string | null {
  const found = new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, "i").exec(written);
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}

function addressIn(written: string): string | null {
  const named = ["src", "mp3", "m4a", "ogg", "wav", "mp4", "m4v", "webm", "ogv", "flv"].map((name) =>
    attributeIn(written, name),
  );
  return named.find((one) => one !== null) ?? /https?:\/\/[^\s"']+/.exec(written)?.[0] ?? null;
}

/** The fragment ids in links of a text. */
function fragmentsIn(html: string): string[] {
  return [...html.matchAll(/\bhref\s*=\s*["']?[^"'\s>#]{0,2000}#([^"'\s>]{1,200})/gi)].map(([, id = ""]) =>
    decodeFragment(decodeEntities(id)),
  );
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

const linkedIds = new WeakMap<OldSite, ReadonlySet<string>>();

/** The fragment ids in links of the whole site, collected once. */
function linkedIdsOf(site: OldSite): ReadonlySet<string> {
  const known = linkedIds.get(site);
  if (known) return known;
  const made = new Set(site.wxr.items.flatMap(({ content }) => fragmentsIn(content)));
  linkedIds.set(site, made);
  return made;
}

/** Fragment links to missing ids of the same text. */
function brokenFragments(doc: RichText): Set<string> {
  const places = new Set<string>(headingIds(doc).values());
  const fragments = new Map<string, string>();
  JSON.stringify(doc, (_, value) => {
    if (value?.type === "anchor") places.add(value.attrs.id);
    const href: unknown = value?.type === "link" ? value.attrs.href : null;
    if (typeof href === "string" && href.startsWith("#")) fragments.set(href, decodeFragment(href.slice(1)));
    return value;
  });
  const isTop = (id: string) => id === "" || id === "top";
  return new Set([...fragments].flatMap(([href, id]) => (places.has(id) || isTop(id) ? [] : [href])));
}
