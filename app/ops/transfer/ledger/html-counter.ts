import {
  type CountedMedia,
  countText,
  emptyFacts,
  type Facts,
  pictureName,
  type WordGroup,
} from "./facts.ts";
import { decodeHTML, type Token } from "./tokens.ts";

/** Role of an element in its system, besides its role in HTML. */
export interface ElementRole {
  /** Name of the group that counts its words; empty for none. */
  leftOut?: string;
  /** Whether its words are shown although its parent is left out. */
  isShown?: boolean;
  /** Name of the card that starts with it. */
  card?: string;
}

/** An open element with its effect on its content. */
interface OpenElement {
  name: string;
  card: string;
  isShown: boolean;
  /** Collects the words of an element that is left out. */
  group: WordGroup | null;
  isCaption: boolean;
  isCode: boolean;
  isQuote: boolean;
  link: OpenLink | null;
  /** Number of pictures counted before a gallery; null for other elements. */
  galleryAt: number | null;
}

interface OpenLink {
  href: string;
  hasWords: boolean;
  /** Whether a line or block ended after its words, so that later words become another link in the result. */
  isBroken: boolean;
  pictures: number;
  isIn: string;
  /** Whether it contains a whole card, which becomes one line. */
  isOfCard: boolean;
}

const blocks = new Set([
  "address",
  "article",
  "aside",
  "audio",
  "blockquote",
  "body",
  "br",
  "button",
  "caption",
  "center",
  "col",
  "colgroup",
  "dd",
  "details",
  "dialog",
  "dir",
  "div",
  "dl",
  "dt",
  "embed",
  "fieldset",
  "figcaption",
  "figure",
  "footer",
  "form",
  "frame",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "head",
  "header",
  "hgroup",
  "hr",
  "html",
  "iframe",
  "img",
  "input",
  "legend",
  "li",
  "listing",
  "main",
  "menu",
  "nav",
  "object",
  "ol",
  "optgroup",
  "option",
  "p",
  "plaintext",
  "pre",
  "search",
  "section",
  "select",
  "summary",
  "table",
  "tbody",
  "td",
  "text",
  "textarea",
  "tfoot",
  "th",
  "thead",
  "tr",
  "ul",
  "video",
  "xmp",
]);
const empty = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "frame",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "param",
  "source",
  "track",
  "wbr",
]);
/** Elements that close an open element of the same name. */
const endedByNext = new Set(["p", "li", "td", "th", "tr", "dt", "dd", "option"]);
const leftOut = new Set(["template", "title", "desc", "metadata", "noframes", "video", "audio"]);
/** Elements that separate pictures. */
const pictureSeparators = new Set([
  "figure",
  "li",
  "td",
  "th",
  "blockquote",
  "caption",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
]);
const galleryClass = /(?:^|\s)(?:gallery|wp-block-gallery|blocks-gallery-grid|kg-gallery-card)(?:\s|$)/;
const captionPlace = "a caption";
const repeated = "in a `<noscript>` behind the same picture";
/** Maximum depth of counted elements; HTML is not nested deeper in practice. */
const maxDepth = 400;

/** Counts the content of a stream of tags and texts. Handles only HTML; the caller reads blocks and shortcodes. */
export class HtmlCounter {
  readonly facts: Facts = emptyFacts();
  /** Whether words are ignored because others replace them. */
  isMuted = false;
  isInCaption = false;
  private readonly open: OpenElement[] = [];
  private text = "";
  private textGroup: WordGroup | null = null;
  private textElement = "text";
  private media: CountedMedia | null = null;
  private lastPicture = "";

  /** Adds displayed text; `isRaw` if it contains no character references. */
  addText(written: string, isRaw = false): void {
    if (written === "") return;
    const group = this.currentGroup();
    const element = this.describePlace();
    if (group !== this.textGroup || element !== this.textElement) this.flush();
    this.textGroup = group;
    this.textElement = element;
    const decoded = isRaw || !written.includes("&") ? written : decodeHTML(written);
    this.text += decoded;
    if (decoded.trim() === "") return;
    if (element !== captionPlace) this.lastPicture = "";
    const link = this.open.findLast((one) => one.link !== null)?.link;
    if (!link || group !== null) return;
    if (link.isBroken) this.facts.links.push({ href: link.href, excuse: link.isIn });
    link.isBroken = false;
    link.hasWords = true;
  }

  private endLine(): void {
    this.flush();
    const link = this.open.findLast((one) => one.link !== null)?.link;
    if (link?.hasWords && !link.isOfCard) link.isBroken = true;
  }

  /** Ends a run of text and its last word. */
  flush(): void {
    if (this.text === "") return;
    const { words, addresses } = countText(this.text);
    this.text = "";
    if (this.textGroup) this.textGroup.words.push(...words);
    else if (!this.isMuted) {
      for (const word of words) this.facts.words.push({ word, element: this.textElement });
      for (const address of addresses) this.facts.addresses.push(address);
    }
  }

  /** Adds a group for words that are left out as a whole. */
  addGroup(element: string, words: readonly string[] = [], isMarkup = false): WordGroup {
    const group = { element, isMarkup, words: [...words] };
    this.facts.groups.push(group);
    return group;
  }

  /** Name of the open card; empty outside of cards. */
  get card(): string {
    return this.open.findLast(({ card }) => card !== "")?.card ?? "";
  }

  isIn(name: string): boolean {
    return this.open.some((one) => one.name === name);
  }

  get isInCode(): boolean {
    return this.open.some(({ isCode }) => isCode);
  }

  /** Closes every element that is still open. */
  finish(): void {
    this.flush();
    for (let one = this.open.pop(); one; one = this.open.pop()) this.close(one);
  }

  startTag(token: Extract<Token, { kind: "start" }>, role: ElementRole = {}): void {
    const { name, attributes } = token;
    if (blocks.has(name)) this.endLine();
    if (pictureSeparators.has(name)) this.lastPicture = "";
    if (endedByNext.has(name) && this.open.at(-1)?.name === name) this.popLast();
    else if (blocks.has(name) && name !== "br" && this.open.at(-1)?.name === "p" && !empty.has(name))
      this.popLast();
    const group = role.leftOut ? this.startGroup(role.leftOut) : this.groupOf(name, attributes);
    this.countTarget(name, attributes);
    if (name === "img") this.countPicture(attributes);
    else if (name === "input") this.countButton(attributes);
    else this.countMedia(name, attributes);
    this.countBackground(attributes);
    if (empty.has(name) || this.open.length >= maxDepth) return;
    this.open.push({
      name,
      group,
      card: role.card ?? "",
      isShown: role.isShown ?? false,
      isCaption:
        name === "figcaption" || /(?:^|\s)wp-caption-text(?:\s|$)/.test(attributes.get("class") ?? ""),
      isCode: name === "pre" || name === "code" || name === "listing" || name === "xmp",
      galleryAt: galleryClass.test(attributes.get("class") ?? "") ? this.facts.pictures.length : null,
      isQuote: name === "cite" || name === "footer",
      link: name === "a" && attributes.has("href") ? this.openLink(attributes.get("href") ?? "") : null,
    });
  }

  endTag(name: string): void {
    if (blocks.has(name)) this.endLine();
    if (pictureSeparators.has(name) && name !== "figure") this.lastPicture = "";
    if (name === "video" || name === "audio") this.media = null;
    const at = this.open.findLastIndex((one) => one.name === name);
    if (at === -1) return;
    while (this.open.length > at) this.popLast();
  }

  /** Counts a picture that a gallery or a setting refers to. */
  addPicture(address: string, alt: string, excuse = ""): void {
    this.facts.pictures.push({ address, addresses: [address], alt, excuse });
  }

  /** Treats a gallery of one picture as a plain picture, so that the same picture after it is a repetition. */
  endGallery(first: number): void {
    const [only, second] = this.facts.pictures.slice(first).filter(({ excuse }) => excuse !== repeated);
    this.lastPicture = only && !second ? pictureName(only.address) : "";
  }

  private popLast(): void {
    const one = this.open.pop();
    if (one) this.close(one);
  }

  private close({ group, link, galleryAt }: OpenElement): void {
    if (galleryAt !== null) this.endGallery(galleryAt);
    if (group) this.flush();
    if (!link || (this.isLeft() && !link.hasWords)) return;
    const isFile = /\.(?:jpe?g|png|gif|webp|avif|svg)(?:$|\?)/i.test(link.href);
    const nothing =
      link.pictures > 0 ? (isFile ? "on a picture, to its file" : "on a picture") : "without words";
    this.facts.links.push({ href: link.href, excuse: link.hasWords ? link.isIn : nothing });
  }

  private currentGroup(): WordGroup | null {
    return this.open.findLast(({ group, isShown }) => group !== null || isShown)?.group ?? null;
  }

  private isLeft(): boolean {
    return this.currentGroup() !== null;
  }

  private openLink(href: string): OpenLink {
    const isIn = this.isInCode
      ? "in code"
      : this.isInCaption || this.open.some(({ isCaption }) => isCaption)
        ? "in a caption"
        : this.open.some(({ isQuote }) => isQuote)
          ? "in the source of a quote"
          : "";
    return { href, hasWords: false, isBroken: false, pictures: 0, isIn, isOfCard: this.isLeft() };
  }

  private describePlace(): string {
    if (this.isInCode) return "code";
    return this.isInCaption || this.open.some(({ isCaption }) => isCaption) ? captionPlace : "text";
  }

  private groupOf(name: string, attributes: ReadonlyMap<string, string>): WordGroup | null {
    if (leftOut.has(name)) return this.startGroup(`\`<${name}>\``);
    const style = (attributes.get("style") ?? "").toLowerCase().replace(/\s+/g, "");
    const isHidden =
      attributes.has("hidden") ||
      /(?:^|;)(?:display:none|visibility:hidden|mso-hide:all)/.test(style) ||
      /(?:^|\s)visually-hidden(?:\s|$)/.test(attributes.get("class") ?? "");
    return isHidden ? this.startGroup("hidden text") : null;
  }

  private startGroup(element: string): WordGroup {
    this.flush();
    return this.addGroup(element);
  }

  private countTarget(name: string, attributes: ReadonlyMap<string, string>): void {
    const id = attributes.get("id") || (name === "a" ? attributes.get("name") : undefined);
    if (id && !this.isLeft()) this.facts.targets.push({ id, isHeading: /^h[1-6]$/.test(name) });
  }

  private countPicture(attributes: ReadonlyMap<string, string>): void {
    const alt = attributes.get("alt") ?? "";
    if (alt !== "" && /(?:^|\s)(?:emoji|wp-smiley)(?:\s|$)/.test(attributes.get("class") ?? "")) {
      this.addText(alt, true);
      return;
    }
    if (this.isLeft() && this.card === "") return;
    const link = this.open.findLast((one) => one.link !== null)?.link;
    if (link) link.pictures += 1;
    const sources = [
      "src",
      "data-src",
      "data-lazy-src",
      "data-original",
      "data-orig-file",
      "data-large-file",
    ];
    const sets = ["srcset", "data-srcset"].flatMap((name) =>
      (attributes.get(name) ?? "").split(/,\s+/).map((one) => one.trim().split(/\s+/)[0] ?? ""),
    );
    const addresses = [...sources.map((name) => attributes.get(name) ?? ""), ...sets].filter(
      (one) => one !== "" && !one.startsWith("data:"),
    );
    const [address = ""] = addresses;
    const name = pictureName(address);
    const isRepeat = name !== "" && name === this.lastPicture && this.isIn("noscript");
    this.lastPicture = name;
    const excuse =
      address === "" ? "drawn within the text" : isRepeat ? repeated : this.isLeft() ? "in a card" : "";
    this.facts.pictures.push({ address, addresses: [...new Set(addresses)], alt, excuse });
  }

  private countButton(attributes: ReadonlyMap<string, string>): void {
    if (!/^(?:submit|button|reset)$/i.test(attributes.get("type") ?? "")) return;
    this.addText(attributes.get("value") ?? "", true);
    this.flush();
  }

  private countMedia(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.isLeft() && name !== "source" && this.card === "") return;
    const address = ["src", "data-src", "data"].map((one) => attributes.get(one) ?? "").find(Boolean) ?? "";
    if (name === "source") {
      if (this.media && this.media.address === "") this.media.address = address.trim();
    } else if (/^(?:iframe|frame|embed|object|video|audio)$/.test(name)) {
      const media = { element: name, address: address.trim() };
      this.facts.media.push(media);
      if (name === "video" || name === "audio") this.media = media;
      const poster = attributes.get("poster");
      if (poster) this.addPicture(poster, "", "of a video, shown until it plays");
    }
  }

  /** Counts a background picture: content in a cover block, decoration elsewhere. */
  private countBackground(attributes: ReadonlyMap<string, string>): void {
    const style = attributes.get("style") ?? "";
    const [, address] =
      /background(?:-image)?\s{0,9}:[^;]{0,200}?url\(\s{0,9}["']?([^)"']{1,2000})/i.exec(style) ?? [];
    if (address === undefined || this.isLeft()) return;
    const isCover = /(?:^|\s)wp-block-cover/.test(attributes.get("class") ?? "");
    if (isCover) this.lastPicture = pictureName(address.trim());
    this.addPicture(address.trim(), "", isCover ? "" : "in the background");
  }
}
