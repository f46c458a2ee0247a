import type { DefaultTreeAdapterTypes as Tree } from "parse5";
import { escapeHtml } from "#app/lib/rich-text/html/html.ts";
import { parseHtml } from "#app/lib/rich-text/html/html-parse.ts";
import {
  attributeOf,
  elementsBelow,
  hasClass,
  isElement,
  textBelow,
} from "#app/lib/rich-text/html/html-reader.ts";
import { videoAddress } from "#app/lib/rich-text/schema/addresses.ts";
import type { LeftBehind } from "../wordpress/read-wxr.ts";

/**
 * Converts Ghost cards to plain HTML: keeps the content, removes players, forms and buttons that only work in Ghost. `base`
 * is the address of the former site.
 */
export function expandCards(written: string, base: string): { html: string; left: LeftBehind[] } {
  const left: LeftBehind[] = [];
  const source = withoutGatedBlocks(written.replace(/\r\n?/g, "\n"), left);
  if (!/\bkg-\w/.test(source)) return { html: source, left };
  const { nodes } = parseHtml(source, { sourceCodeLocationInfo: true });
  const changes: Change[] = [];
  for (const element of elementsBelow(nodes)) {
    const place = element.sourceCodeLocation;
    const expand = expanderOf(element);
    // The outer card contains nested ones, and broken markup can move elements.
    if (!expand || !place || place.startOffset < (changes.at(-1)?.end ?? 0)) continue;
    if (place.endOffset <= place.startOffset) continue;
    const html = expand({ element, source, base, left });
    changes.push({ start: place.startOffset, end: place.endOffset, html: `\n${html}\n` });
  }
  return { html: changed(source, 0, source.length, changes), left };
}

interface Card {
  element: Tree.Element;
  /** The whole HTML that contains the element. */
  source: string;
  base: string;
  left: LeftBehind[];
}

/** Replacement of a range of the source. */
interface Change {
  start: number;
  end: number;
  html: string;
}

type Expand = (card: Card) => string;

/** Cards that need no conversion: figures, galleries and code. */
const plain = ["kg-image-card", "kg-gallery-card", "kg-code-card", "kg-embed-card"];

const expanders = new Map<string, Expand>([
  ["kg-bookmark-card", expandBookmark],
  ["kg-video-card", expandVideo],
  ["kg-audio-card", expandAudio],
  ["kg-file-card", expandFile],
  ["kg-callout-card", expandCallout],
  ["kg-product-card", expandProduct],
]);

/** The function that converts a card. All other cards, including future ones, use `withoutInteractiveParts`. */
function expanderOf(element: Tree.Element): Expand | undefined {
  const classes = attributeOf(element, "class").split(/\s+/);
  const isCard = classes.some((name) => name === "kg-card" || name === "kg-email-cta" || expanders.has(name));
  if (!isCard || classes.some((name) => plain.includes(name))) return undefined;
  const known = classes.find((name) => expanders.has(name));
  return (known && expanders.get(known)) || withoutInteractiveParts;
}

/** One paragraph with a link, the publisher of the page and its description. */
function expandBookmark(card: Card): string {
  const { element, left } = card;
  const container = findTag(element, "a");
  const address = container ? attributeOf(container, "href") : "";
  const by = [...new Set([textOf(element, "kg-bookmark-author"), textOf(element, "kg-bookmark-publisher")])];
  if (below(element).some(({ tagName }) => tagName === "img"))
    left.push({ what: "preview picture of a bookmark", why: "A link shows no picture here" });
  return paragraph(
    [
      `${linkTo(address, textOf(element, "kg-bookmark-title") || address)}${inBrackets(by)}`,
      escapeHtml(textOf(element, "kg-bookmark-description")),
    ],
    captionOf(card),
  );
}

function expandVideo(card: Card): string {
  const address = mediaAddress(card, "video");
  const caption = captionOf(card);
  if (address === null) return paragraph([], caption);
  if (videoAddress(address)) return `<video src="${escapeHtml(address)}"></video>${paragraph([], caption)}`;
  return paragraph([linkTo(address, nameOf(address))], caption);
}

function expandAudio(card: Card): string {
  const { element, left } = card;
  const address = mediaAddress(card, "audio");
  const title = textOf(element, "kg-audio-title");
  if (below(element).some((one) => one.tagName === "img" && attributeOf(one, "src") !== ""))
    left.push({ what: "picture of a recording", why: "A link shows no picture here" });
  const words = address === null ? escapeHtml(title) : linkTo(address, title || nameOf(address));
  return paragraph([words], captionOf(card));
}

/** Address of the media file. Reports a file of the former site, and then returns null. */
function mediaAddress({ element, base, left }: Card, tag: "audio" | "video"): string | null {
  const [address] = below(element)
    .filter(({ tagName }) => tagName === tag || tagName === "source")
    .map((one) => attributeOf(one, "src"))
    .filter((src) => src !== "");
  const url = address ? URL.parse(address, base) : null;
  if (url && url.host !== URL.parse(base)?.host) return url.href;
  left.push({ what: `${tag} ${url?.pathname ?? ""}`.trim(), why: "Only pictures and PDFs are imported" });
  return null;
}

function expandFile({ element }: Card): string {
  const container = findTag(element, "a");
  const address = container ? attributeOf(container, "href") : "";
  const name = textOf(element, "kg-file-card-filename");
  const title = textOf(element, "kg-file-card-title") || name || nameOf(address);
  const about = [name === title ? "" : name, textOf(element, "kg-file-card-filesize")];
  return paragraph([
    `${linkTo(address, title)}${inBrackets(about)}`,
    escapeHtml(textOf(element, "kg-file-card-caption")),
  ]);
}

function expandCallout(card: Card): string {
  const words = find(card.element, "kg-callout-text");
  if (!words) return withoutInteractiveParts(card);
  return paragraph([
    `${escapeHtml(textOf(card.element, "kg-callout-emoji"))} ${innerOf(words, card.source)}`,
  ]);
}

function expandProduct(card: Card): string {
  const stars = below(card.element).filter((one) => hasClass(one, "kg-product-card-rating-star"));
  const active = stars.filter((one) => hasClass(one, "kg-product-card-rating-active")).length;
  const rating = find(card.element, "kg-product-card-rating")?.sourceCodeLocation;
  const shown = `<p>${"★".repeat(active)}${"☆".repeat(stars.length - active)}</p>`;
  return withoutInteractiveParts(
    card,
    rating && stars.length > 0 ? [{ start: rating.startOffset, end: rating.endOffset, html: shown }] : [],
  );
}

const interactiveTags = new Set(["form", "button", "input", "select", "textarea", "svg", "script", "style"]);
/** Status messages, player controls and parts of forms. */
const interactiveClass =
  /^kg-[\w-]+-(?:success|error|loading|disclaimer|form|time|duration|playback-rate|icon)$/;

/** The content of a card without parts that only work in Ghost; reports the removed words. */
function withoutInteractiveParts({ element, source, left }: Card, also: Change[] = []): string {
  const place = innerPlace(element);
  if (!place) return "";
  const removed: string[] = [];
  const changes = [...also];
  let end = 0;
  for (const one of below(element)) {
    const at = one.sourceCodeLocation;
    if (!at || at.startOffset < end || !isInteractivePart(one)) continue;
    end = at.endOffset;
    if (also.some(({ start, end: last }) => at.startOffset >= start && at.startOffset < last)) continue;
    changes.push({ start: at.startOffset, end, html: " " });
    removed.push(...wordsIn(one));
  }
  const classes = attributeOf(element, "class");
  const name =
    /\bkg-((?!card\b|width-|align-|style-)[a-z][a-z-]*?)(?:-card)?(?:\s|$)/.exec(classes)?.[1] ?? "";
  if (attributeOf(element, "data-kg-background-image") !== "")
    left.push({ what: `background of a card “${name}”`, why: "Pictures can't be backgrounds here" });
  if (removed.length > 0)
    left.push({
      what: `part of a card “${name}”: ${removed.map((text) => `“${text}”`).join(", ")}`,
      why: "It only worked with Ghost",
    });
  return changed(source, place.start, place.end, changes);
}

function isInteractivePart(element: Tree.Element): boolean {
  if (interactiveTags.has(element.tagName)) return true;
  if (element.tagName === "a") return isPortalAddress(attributeOf(element, "href"));
  return attributeOf(element, "class")
    .split(/\s+/)
    .some((name) => interactiveClass.test(name));
}

/** Whether an address opens a dialog of Ghost to sign up, search or share. */
export function isPortalAddress(address: string): boolean {
  return /#\/(?:portal|search|share)(?:\/|$|\?)/.test(address);
}

function wordsIn(element: Tree.Element): string[] {
  if (/^(?:svg|script|style)$/.test(element.tagName)) return [];
  return element.childNodes.flatMap((node) => {
    if (isElement(node)) return wordsIn(node);
    const text = "value" in node ? node.value.replace(/\s+/g, " ").trim() : "";
    return text === "" ? [] : [text];
  });
}

/** Removes blocks for members, which must not become public, and the marks around public blocks. */
function withoutGatedBlocks(html: string, left: LeftBehind[]): string {
  return html.replace(gatedBlock, (_, audience: string, inside: string) => {
    if (/\bnonMember:true\b/.test(audience)) return inside;
    left.push({ what: "block for members", why: "Posts here are public, so it was left out" });
    return "";
  });
}

const gatedBlock =
  /<!--\s*kg-gated-block:begin\s+([^\n>]{1,500}?)\s*-->([\s\S]*?)<!--\s*kg-gated-block:end\s*-->/g;

function changed(source: string, start: number, end: number, changes: Change[]): string {
  let html = "";
  let at = start;
  for (const one of changes.toSorted((a, b) => a.start - b.start)) {
    html += source.slice(at, one.start) + one.html;
    at = one.end;
  }
  return html + source.slice(at, end);
}

function innerPlace({ sourceCodeLocation: place }: Tree.Element): { start: number; end: number } | null {
  if (!place?.startTag) return null;
  return { start: place.startTag.endOffset, end: place.endTag?.startOffset ?? place.endOffset };
}

function innerOf(element: Tree.Element, source: string): string {
  const place = innerPlace(element);
  return place ? source.slice(place.start, place.end) : "";
}

function below(element: Tree.Element): Tree.Element[] {
  return elementsBelow(element.childNodes);
}

function find(element: Tree.Element, name: string): Tree.Element | undefined {
  return below(element).find((one) => hasClass(one, name));
}

function findTag(element: Tree.Element, tag: string): Tree.Element | undefined {
  return below(element).find(({ tagName }) => tagName === tag);
}

function textOf(element: Tree.Element, name: string): string {
  const found = find(element, name);
  return found ? plainTextOf(found) : "";
}

function plainTextOf(element: Tree.Element): string {
  return textBelow(element.childNodes).replace(/\s+/g, " ").trim();
}

/** The HTML of a caption; empty if it has no text. */
function captionOf({ element, source }: Card): string {
  const caption = findTag(element, "figcaption");
  return caption && plainTextOf(caption) !== "" ? innerOf(caption, source) : "";
}

function nameOf(address: string): string {
  return address.split(/[?#]/)[0]?.split("/").at(-1) || address;
}

function linkTo(address: string, words: string): string {
  return address === "" ? escapeHtml(words) : `<a href="${escapeHtml(address)}">${escapeHtml(words)}</a>`;
}

function inBrackets(words: string[]): string {
  const shown = words.filter((one) => one !== "");
  return shown.length === 0 ? "" : ` (${escapeHtml(shown.join(", "))})`;
}

/** Lines of HTML as one paragraph, followed by the HTML of a caption. */
function paragraph(lines: string[], caption = ""): string {
  const shown = lines.filter((line) => line.trim() !== "");
  const first = shown.length === 0 ? "" : `<p>${shown.join("<br>")}</p>`;
  return caption === "" ? first : `${first}<div>${caption}</div>`;
}
