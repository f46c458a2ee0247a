import { nameEnlarging } from "#app/lib/text/picture-names.ts";
import { headingIds } from "../headings.ts";
import { type Writer, writeRuns } from "../markdown/runs.ts";
import { isExternal, isLinkAddress, isVideoAddress, videoService } from "../schema/addresses.ts";
import type {
  AnchorMark,
  Block,
  Blockquote,
  BulletList,
  CodeBlock,
  GalleryBlock,
  Heading,
  Inline,
  LinkMark,
  Mark,
  OrderedList,
  PictureBlock,
  RichText,
  Table,
  TableCell,
  TableRow,
  Video,
} from "../schema/document.ts";
import { isMainlyBangla, otherLanguage } from "../schema/language.ts";
import { inlineText } from "../text.ts";

/**
 * `picture` returns trusted HTML of a picture, or null if the file is missing; `alt` is set when the text has its own
 * description. `large` returns the large file and the library description of a gallery picture on pages with a viewer, or null.
 */
export type HtmlContext = {
  picture(fileId: string, alt?: string, place?: GalleryPlace): string | null;
  large?(fileId: string): { address: string; alt: string } | null;
  lang?: string | undefined;
  /** Whether the page has the site's style sheet, which hides text for screen readers. */
  isOnSite?: boolean;
};

/** Width of a gallery picture: half a row, or a row of its own. */
export type GalleryPlace = "half" | "row";

/** HTML of a rich text: only elements and attributes written by this module. */
export function toHtml(doc: RichText, context: HtmlContext): string {
  const ids = headingIds(doc);
  const page = { context, ids, places: new Set(ids.values()), boxes: { table: 0, code: 0, gallery: 0 } };
  return writeBlocks(doc.content, page);
}

/** `places` are the anchor ids in the page; `boxes` counts regions and groups, because each needs a unique name. */
type Page = {
  context: HtmlContext;
  ids: Map<Heading, string>;
  places: Set<string>;
  boxes: Record<Box, number>;
};

type Box = "table" | "code" | "gallery";

const boxNames: Record<"en" | "bn", Record<Box, string>> = {
  en: {
    table: "Table",
    code: "Code",
    gallery: "Gallery",
  },
  bn: {
    table: "সারণি",
    code: "কোড",
    gallery: "গ্যালারি",
  },
};

function writeBlocks(blocks: Block[], page: Page): string {
  return blocks.map((block) => writeBlock(block, page)).join("\n");
}

function writeBlock(block: Block, page: Page): string {
  switch (block.type) {
    case "paragraph":
      return `<p${langOf(inlineText(block.content), page)}>${inlineToHtml(block.content, page)}</p>`;
    case "heading":
      return writeHeading(block, page);
    case "bulletList":
    case "orderedList":
      return writeList(block, page);
    case "blockquote":
      return writeQuote(block, page);
    case "codeBlock":
      return writeCode(block, page);
    case "horizontalRule":
      return "<hr>";
    case "table":
      return tableToHtml(block, nextBoxName("table", page), (content) => writeInside(content, page));
    case "image":
      return writePicture(block, page);
    case "gallery":
      return writeGallery(block, page);
    case "video":
      return writeVideo(block, page);
    default:
      return "";
  }
}

function writeHeading(block: Heading, page: Page): string {
  const tag = block.attrs.level === 4 ? "h4" : block.attrs.level === 3 ? "h3" : "h2";
  const id = escapeHtml(page.ids.get(block) ?? "section");
  return `<${tag} id="${id}"${langOf(inlineText(block.content), page)}>${inlineToHtml(block.content, page)}</${tag}>`;
}

function writeList(block: BulletList | OrderedList, page: Page): string {
  const items = block.content.map((item) => {
    const { lang, html } = writeInside(item.content, page);
    return `<li${lang}>${html}</li>`;
  });
  if (block.type === "bulletList") return `<ul>${items.join("")}</ul>`;
  const start = block.attrs?.start ?? 1;
  return `<ol${start !== 1 && Number.isInteger(start) ? ` start="${start}"` : ""}>${items.join("")}</ol>`;
}

function writeQuote(block: Blockquote, page: Page): string {
  const cite = block.attrs?.cite;
  const footer = cite ? `<footer${langOf(cite, page)}><cite>${escapeHtml(cite)}</cite></footer>` : "";
  return `<blockquote>${writeBlocks(block.content, page)}${footer}</blockquote>`;
}

/** Writes code with a tab stop and a name, because long lines scroll, also by keyboard. */
function writeCode(block: CodeBlock, page: Page): string {
  const language = block.attrs?.language;
  const className = language ? ` class="language-${escapeHtml(language)}"` : "";
  const code = escapeHtml(inlineText(block.content));
  return `<pre tabindex="0" role="region" aria-label="${nextBoxName("code", page)}"><code${className}>${code}</code></pre>`;
}

/** Next name of a scroll box in the page's language: "Table", then "Table 2". */
function nextBoxName(box: Box, { boxes, context }: Page): string {
  boxes[box] += 1;
  const isBangla = context.lang?.startsWith("bn");
  const name = boxNames[isBangla ? "bn" : "en"][box];
  if (boxes[box] === 1) return name;
  return `${name} ${boxes[box].toLocaleString(isBangla ? "bn-BD" : "en-GB")}`;
}

function writePicture({ attrs: { file, alt, caption } }: PictureBlock, page: Page): string {
  const picture = page.context.picture(file, alt || undefined);
  return picture === null ? "" : writeFigure(picture, caption, page);
}

function writeFigure(inner: string, caption: string | null | undefined, page: Page): string {
  return `<figure>${inner}${writeCaption(caption, page)}</figure>`;
}

function writeCaption(caption: string | null | undefined, { context }: Page): string {
  if (!caption) return "";
  const lang = otherLanguage(caption, context.lang);
  return `<figcaption${lang ? ` lang="${lang}"` : ""}>${escapeHtml(caption)}</figcaption>`;
}

/** Writes a gallery; on a page each picture links to its largest version for the viewer, and missing pictures are left out. */
function writeGallery({ content }: GalleryBlock, page: Page): string {
  const { context } = page;
  const shown = content.filter(({ attrs: { file } }) => context.picture(file) !== null);
  if (shown.length === 0) return "";
  const figures = shown.map(({ attrs: { file, alt, caption } }, index) => {
    const isRow = index === 0 && shown.length % 2 === 1;
    const picture = context.picture(file, alt || undefined, isRow ? "row" : "half") ?? "";
    const large = context.large?.(file);
    if (!large) return writeFigure(picture, caption, page);
    const place = { at: index + 1, count: shown.length, alt: alt || large.alt };
    const name = escapeHtml(nameEnlarging(place, context.lang));
    const link = `<a href="${escapeHtml(large.address)}" aria-label="${name}">${picture}</a>`;
    return writeFigure(link, caption, page);
  });
  return `<div class="gallery" role="group" aria-label="${nextBoxName("gallery", page)}">${figures.join("")}</div>`;
}

/** Writes a link to a video; the page replaces it by a player on click, so nothing loads from other hosts before. */
function writeVideo(block: Video, page: Page): string {
  const { url, caption } = block.attrs;
  if (!isVideoAddress(url)) return "";
  const address = escapeHtml(url);
  const rel = url.startsWith("/") ? "" : ' rel="noopener"';
  return `<figure class="video" data-video="${address}"><a href="${address}"${rel}>${nameVideo(url, page)}</a>${writeCaption(caption, page)}</figure>`;
}

function nameVideo(url: string, { context }: Page): string {
  const service = videoService(url);
  if (context.lang?.startsWith("bn")) return service ? `${service}-এ ভিডিওটি দেখুন` : "ভিডিওটি দেখুন";
  return service ? `Watch the video on ${service}` : "Watch the video";
}

/** Content of a list item or cell; a single first paragraph, also before lists, needs no element of its own. */
function writeInside(content: Block[], page: Page): Inside {
  const [first, ...rest] = content;
  const isPlain = first?.type === "paragraph" && rest.every((block) => block.type.endsWith("List"));
  if (!isPlain) return { lang: "", html: writeBlocks(content, page) };
  const lang = langOf(inlineText(first.content), page);
  if (lang && rest.length > 0) return { lang: "", html: writeBlocks(content, page) };
  return { lang, html: `${inlineToHtml(first.content, page)}${writeBlocks(rest, page)}` };
}

function langOf(text: string, page: Page): string {
  return !page.context.lang?.startsWith("bn") && isMainlyBangla(text) ? ' lang="bn"' : "";
}

/** Content of an element and its `lang` attribute, which may be empty. */
type Inside = { lang: string; html: string };

/** Table in a box called `name` that scrolls on narrow screens, also by keyboard; `write` returns the content of a cell. */
function tableToHtml(table: Table, name: string, write: (content: Block[]) => Inside): string {
  const [first, ...rest] = table.content.map((row, index) => rowToHtml(row, index === 0, write));
  const head = isHead(table) ? `<thead>${first}</thead>` : "";
  const body = (head ? rest : [first, ...rest]).join("");
  const inner = `${head}${body && `<tbody>${body}</tbody>`}`;
  return `<div class="tablebox" tabindex="0" role="region" aria-label="${name}"><table>${inner}</table></div>`;
}

function isHead(table: Table): boolean {
  const cells = table.content[0]?.content ?? [];
  return (
    cells.length > 0 &&
    cells.every((cell) => cell.type === "tableHeader" && spanOf(cell.attrs?.rowspan) === 1)
  );
}

function rowToHtml(row: TableRow, isFirst: boolean, write: (content: Block[]) => Inside): string {
  const cells = (row.content ?? []).map((cell) => cellToHtml(cell, isFirst ? "col" : "row", write));
  return `<tr>${cells.join("")}</tr>`;
}

function cellToHtml(cell: TableCell, scope: string, write: (content: Block[]) => Inside): string {
  const { lang, html } = write(cell.content);
  const spans = `${spanAttribute("colspan", cell.attrs?.colspan)}${spanAttribute("rowspan", cell.attrs?.rowspan)}`;
  if (cell.type !== "tableHeader") return `<td${spans}${lang}>${html}</td>`;
  return `<th scope="${scope}"${spans}${lang}>${html}</th>`;
}

function spanAttribute(name: string, value: unknown): string {
  const span = spanOf(value);
  return span > 1 ? ` ${name}="${span}"` : "";
}

function spanOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value > 1 ? Math.min(value, 1000) : 1;
}

const escapes = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

const newTabNotes = { en: "(opens a new tab)", bn: "(নতুন ট্যাবে খোলে)" };

const tags = new Map<string, string>([
  ["bold", "strong"],
  ["italic", "em"],
  ["strike", "s"],
  ["underline", "u"],
  ["code", "code"],
]);

function inlineToHtml(content: Inline[] | undefined, page: Page): string {
  const writer: Writer = {
    open: (mark) => openMark(mark, page),
    close: (mark) => closeMark(mark, page),
    text: escapeHtml,
    lineBreak: () => "<br>",
  };
  return writeRuns(content ?? [], writer);
}

/** Text escaped for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return String(text).replace(/[&<>"']/g, (character) => escapes.get(character) ?? "");
}

function openMark(mark: Mark, page: Page): string {
  if (mark.type === "link") return openLink(mark);
  if (mark.type === "anchor") return openAnchor(mark, page);
  const tag = tags.get(mark.type);
  return tag ? `<${tag}>` : "";
}

function closeMark(mark: Mark, page: Page): string {
  if (mark.type === "link") return closeLink(mark, page);
  if (mark.type === "anchor") return "</span>";
  const tag = tags.get(mark.type);
  return tag ? `</${tag}>` : "";
}

/** Opens an anchor; only its first occurrence gets the id, and a heading has the id itself. */
function openAnchor({ attrs: { id } }: AnchorMark, { places }: Page): string {
  if (places.has(id)) return "<span>";
  places.add(id);
  return `<span id="${escapeHtml(id)}">`;
}

function openLink({ attrs }: LinkMark): string {
  if (!isLinkAddress(attrs?.href)) return "";
  const isNewTab = attrs.newTab === true;
  const target = isNewTab ? ' target="_blank"' : "";
  const rel = isNewTab || isExternal(attrs.href) ? ' rel="noopener"' : "";
  return `<a href="${escapeHtml(attrs.href)}"${target}${rel}>`;
}

function closeLink({ attrs }: LinkMark, { context }: Page): string {
  if (!isLinkAddress(attrs?.href)) return "";
  if (attrs.newTab !== true || !context.isOnSite) return "</a>";
  const note = newTabNotes[context.lang?.startsWith("bn") ? "bn" : "en"];
  return `<span class="visually-hidden"> ${note}</span></a>`;
}
