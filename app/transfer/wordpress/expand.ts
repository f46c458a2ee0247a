import { escapeHtml } from "#app/rich-text/html/html-inline.ts";
import { isImage, type OldSite } from "./old-site.ts";
import type { MoveReport } from "./report.ts";
import type { WxrItem } from "./wxr.ts";

/** The content of an item as plain HTML: what WordPress puts together only when it shows a page stands in its place. */
export function expandContent(item: WxrItem, site: OldSite, report: MoveReport): string {
  const name = site.nameOf(item);
  const whole = withReusableBlocks(item.content, site, 0);
  const pages = whole.split(pageBreak).length - 1;
  if (pages > 0)
    report.add(name, `${pages} page ${pages === 1 ? "break" : "breaks"}`, "A post is one page here");
  return galleryBlocks(coversShown(whole), item, site, report)
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
}

/** Cover blocks once held their picture as a background alone; it becomes one that a text can hold. */
function coversShown(html: string): string {
  return html.replace(/<(?:div|section)\b[^>]{0,3000}>/gi, (tag) => {
    if (!/\bwp-block-cover/.test(tag) || /has-background-video/.test(tag)) return tag;
    const address = /background-image:\s*url\(\s*(?:&quot;|["'])?([^)"'&]{1,2000})/i.exec(tag)?.[1];
    return address === undefined ? tag : `${tag}<img src="${escapeHtml(address.trim())}" alt="">`;
  });
}

/** A gallery of the block editor that names its pictures by number alone: those. */
function galleryBlocks(html: string, item: WxrItem, site: OldSite, report: MoveReport): string {
  const whole =
    /<!--\s*wp:gallery\b([^>]{0,5000}?)(?:\/-->|-->([\s\S]{0,300000}?)<!--\s*\/wp:gallery\s*-->)/g;
  return html.replace(whole, (_, written: string, inside = "") => {
    const ids = /"ids"\s*:\s*\[([^\]]{0,4000})\]/.exec(written)?.[1]?.match(/\d+/g) ?? [];
    if (/<img\b/i.test(inside) || ids.length === 0) return inside;
    return galleryOf(item, `ids="${ids.join(",")}"`, site, report);
  });
}

/** What stands before the mark "more": lists showed no more of a post. */
export function beforeMore(content: string): string | null {
  const at = content.search(moreMark);
  return at === -1 ? null : content.slice(0, at);
}

/** Shortcodes and addresses alone on a line: a reader never saw them as words. */
export function withoutMachineText(html: string): string {
  return html
    .replace(/\[embed\b[^\]]*\][\s\S]{0,2000}?\[\/embed\]/gi, " ")
    .replace(/\[\/?(gallery|audio|video|playlist|caption)\b[^\]]{0,2000}\]/gi, " ")
    .replace(/^\s*https?:\/\/\S+\s*$/gim, " ");
}

const moreMark = /(<!--\s*wp:more\b[^>]*-->\s*)?<!--\s*more\b.{0,200}?-->(\s*<!--\s*\/wp:more\s*-->)?/i;
const pageBreak = /(?:<!--\s*wp:nextpage\s*-->\s*)?<!--\s*nextpage\s*-->(?:\s*<!--\s*\/wp:nextpage\s*-->)?/gi;
const olderCaption =
  /\[caption\b[^\]]{0,900}?\bcaption="([^"]{0,3000})"[^\]]{0,300}\]([\s\S]{0,5000}?)\[\/caption\]/gi;

function withReusableBlocks(content: string, site: OldSite, depth: number): string {
  return content.replace(/<!--\s*wp:block\s+\{[^}]*"ref":\s*(\d+)[^}]*\}\s*\/-->/g, (all, id: string) => {
    const block = site.items.get(id);
    return block && depth < 4 ? withReusableBlocks(block.content, site, depth + 1) : all;
  });
}

function galleryOf(item: WxrItem, written: string, site: OldSite, report: MoveReport): string {
  const ids = attributeIn(written, "ids") ?? attributeIn(written, "include");
  const left = new Set((attributeIn(written, "exclude") ?? "").split(/\s*,\s*/));
  const listed = (ids ?? "").split(/\s*,\s*/).flatMap((id) => site.items.get(id) ?? []);
  const pictures = (ids === null ? site.attachmentsOf(item.id) : listed).filter(
    (one) => isImage(one) && !left.has(one.id),
  );
  const found = pictures.filter((one) => site.uploads.find(one.attachmentUrl) !== null);
  if (found.length < pictures.length || pictures.length === 0)
    report.add(
      site.nameOf(item),
      `gallery: ${pictures.length - found.length} of ${pictures.length} pictures`,
      "They are not among the files that came with the export",
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
