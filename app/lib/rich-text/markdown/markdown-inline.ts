import type { MarkedToken, Token, Tokens } from "marked";
import { decodeEntities, encodeCharacters } from "../html/html-parse.ts";
import { isAnchorId, isLinkAddress } from "../schema/addresses.ts";
import type { Inline, LinkMark, Mark } from "../schema/document.ts";
import { addInline, cleanLine } from "../schema/normal.ts";
import type { Source } from "./markdown-source.ts";
import { writeRuns } from "./runs.ts";

/** Content of a line: text, and pictures that become blocks later. */
export type Line = { pieces: (Inline[] | LinePicture)[] };
export type LinePicture = { file: string; alt: string; caption: string };

type Reading = Line & { source: Source };

/** Reads a line of text with its marks, breaks and pictures. */
export function readInline(tokens: Token[], source: Source): Line {
  const reading: Reading = { source, pieces: [[]] };
  readAll(trimEnds(tokens), [], reading);
  return reading;
}

/** Plain text of a line, for places without marks and pictures. */
export function readPlain(tokens: Token[], source: Source): string {
  const texts = readInline(tokens, source).pieces.flatMap((piece) =>
    Array.isArray(piece) ? piece.map((node) => (node.type === "text" ? node.text : " ")) : piece.alt,
  );
  return texts.join("");
}

function readAll(tokens: Token[], marks: Mark[], reading: Reading): void {
  const lastEnds = new Map(tokens.map((token, index) => [token.raw, index]));
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as MarkedToken; // the lexer has no extensions, so no other tokens
    const tagged = token.type === "html" ? findTagged(tokens, index, lastEnds) : null;
    if (tagged) readAll(tokens.slice(index + 1, tagged.end), addMark(marks, tagged.mark, reading), reading);
    else readOne(token, marks, reading);
    index = tagged?.end ?? index;
  }
}

function readOne(token: MarkedToken, marks: Mark[], reading: Reading): void {
  if (token.type === "text") addText(decodeEntities(joinLines(token.raw)), marks, reading);
  else if (token.type === "escape") addText(token.text, marks, reading);
  else if (token.type === "codespan") addText(token.text, addMark(marks, { type: "code" }, reading), reading);
  else if (token.type === "strong") readAll(token.tokens, addMark(marks, { type: "bold" }, reading), reading);
  else if (token.type === "em") readAll(token.tokens, addMark(marks, { type: "italic" }, reading), reading);
  else if (token.type === "del") readAll(token.tokens, addMark(marks, { type: "strike" }, reading), reading);
  else if (token.type === "br" || token.raw === "<br>") addInline(lastLine(reading), { type: "hardBreak" });
  else if (token.type === "link") readLink(token, marks, reading);
  else if (token.type === "image") readPicture(token, marks, reading);
  else if (token.type === "html") readStray(token.raw, marks, reading);
  else addText(token.raw, marks, reading);
}

function readLink(token: Tokens.Link, marks: Mark[], reading: Reading): void {
  if (token.title) reading.source.note(token.raw, "The title of a link is left out");
  const href = token.autolink ? token.href : decodeEntities(token.href);
  const linked = addMark(marks, { type: "link", attrs: { href } }, reading);
  if (token.autolink) addText(token.text, linked, reading);
  else readAll(token.tokens, linked, reading);
}

function readPicture(token: Tokens.Image, marks: Mark[], { source, pieces }: Reading): void {
  const alt = readPlain(token.tokens, source);
  const name = decodeEntities(token.href);
  const file = source.picture(name);
  if (file !== null) {
    pieces.push({ file, alt, caption: decodeEntities(token.title ?? "") }, []);
    return;
  }
  source.note(token.raw, `There is no picture “${name.slice(0, 100)}”; its description is used instead`);
  addText(alt, marks, { source, pieces });
}

/** Adds HTML other than the supported tags as text. */
function readStray(raw: string, marks: Mark[], reading: Reading): void {
  const isComment = raw.startsWith("<!--");
  if (isComment) reading.source.note(raw, "A comment was left out");
  else if (!raw.startsWith("</")) reading.source.note(raw, `HTML (${raw.slice(0, 40)}) is kept as text`);
  if (!isComment) addText(joinLines(raw), marks, reading);
}

/** Mark that the tag at `start` opens, and the index of its end in the line; `lastEnds` has the last closing tag of each name. */
function findTagged(
  tokens: Token[],
  start: number,
  lastEnds: Map<string, number>,
): { mark: Mark; end: number } | null {
  const tag = readTag(tokens[start]?.raw ?? "");
  const mark = tag && !tag.closes ? markOfTag(tag) : null;
  const closing = `</${tag?.name}>`;
  if (!mark || (lastEnds.get(closing) ?? -1) < start) return null;
  return { mark, end: tokens.findIndex((token, index) => index > start && token.raw === closing) };
}

function addMark(marks: Mark[], mark: Mark, { source }: Reading): Mark[] {
  const href: string | null = mark.type === "link" ? mark.attrs.href : null;
  if (href !== null && !isLinkAddress(href)) {
    source.note(href, `A link may not go to “${String(href).slice(0, 100)}”; its text is kept`);
    return marks;
  }
  return marks.some((one) => one.type === mark.type) ? marks : [...marks, mark];
}

function addText(text: string, marks: Mark[], reading: Reading): void {
  addInline(lastLine(reading), { type: "text", text: cleanLine(text), marks });
}

function lastLine({ pieces }: Pick<Reading, "pieces">): Inline[] {
  const last = pieces.at(-1);
  if (Array.isArray(last)) return last;
  const line: Inline[] = [];
  pieces.push(line);
  return line;
}

/** Tokens without spaces at the ends of the line, which count only as character references. */
function trimEnds(tokens: Token[]): Token[] {
  return tokens.map((token, index) => {
    const start = index === 0 && token.type === "text" ? withoutStart(token.raw) : token.raw;
    const isEnd = index === tokens.length - 1 && token.type === "text";
    return { ...token, raw: isEnd ? withoutEnd(start) : start };
  });
}

function joinLines(text: string): string {
  const lines = text.split("\n");
  return lines
    .map((line, index) => {
      const start = index === 0 ? line : withoutStart(line, " ");
      return index === lines.length - 1 ? start : withoutEnd(start, " ");
    })
    .join(" ");
}

// A loop, because a regular expression for the end of a text takes quadratic time on runs of spaces.
function withoutStart(text: string, blanks = " \t"): string {
  let start = 0;
  while (start < text.length && blanks.includes(text.charAt(start))) start += 1;
  return text.slice(start);
}

function withoutEnd(text: string, blanks = " \t"): string {
  let end = text.length;
  while (end > 0 && blanks.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Supported tag, or null for any other. */
export type Tag = { name: string; closes: boolean; attrs: Map<string, string> };

const tagShape = /^<(\/?)([a-z]+)((?: [a-z]+="[^"<>\n]*")*)>$/;

const markTags = new Map<string, Mark>([
  ["strong", { type: "bold" }],
  ["em", { type: "italic" }],
  ["s", { type: "strike" }],
  ["u", { type: "underline" }],
  ["code", { type: "code" }],
]);

export function readTag(html: string): Tag | null {
  const [, slash, name, attributes] = tagShape.exec(html) ?? [];
  if (name === undefined || (slash && attributes)) return null;
  const attrs = [...(attributes ?? "").matchAll(/([a-z]+)="([^"]*)"/g)];
  return {
    name,
    closes: slash === "/",
    attrs: new Map(attrs.map(([, key = "", value = ""]) => [key, decodeEntities(value)])),
  };
}

/** Mark for a tag without attributes, or a link. */
function markOfTag(tag: Tag): Mark | null {
  if (tag.name === "a") return linkOfTag(tag);
  if (tag.name === "span") return anchorOfTag(tag);
  return tag.attrs.size === 0 ? (markTags.get(tag.name) ?? null) : null;
}

function linkOfTag({ attrs }: Tag): Mark | null {
  const href = attrs.get("href");
  if (href === undefined) return null;
  if (attrs.size === 1) return { type: "link", attrs: { href } };
  const isNewTab = attrs.size === 2 && attrs.get("target") === "_blank";
  return isNewTab ? { type: "link", attrs: { href, newTab: true } } : null;
}

function anchorOfTag({ attrs }: Tag): Mark | null {
  const id = attrs.get("id");
  return attrs.size === 1 && isAnchorId(id) ? { type: "anchor", attrs: { id } } : null;
}

function tagOfMark(mark: Mark): string {
  if (mark.type === "anchor") return "span";
  for (const [tag, { type }] of markTags) if (type === mark.type) return tag;
  return "a";
}

export function writeTag(
  name: string,
  attrs: Record<string, string | number | null | undefined> = {},
): string {
  const given = Object.entries(attrs).filter(([, value]) => value !== null && value !== undefined);
  const written = given.map(([key, value]) => ` ${key}="${encodeAttribute(String(value))}"`);
  return `<${name}${written.join("")}>`;
}

function encodeAttribute(text: string): string {
  return encodeCharacters(text, /[&<>"'`*_[\]\\|\n\t]|[^\S ]/g);
}

/** Markdown variants of a line, most readable first; the last one always parses back unchanged. */
export function variantsOfLine(content: Inline[] | undefined, lineBreak: string): string[] {
  const line = content ?? [];
  return [
    keepEdges(writeRuns(line, { ...signWriter, text: signText, lineBreak: () => lineBreak })),
    keepEdges(writeRuns(line, { ...tagWriter, text: tagText, lineBreak: () => "<br>" })),
    keepEdges(writeRuns(line, { ...tagWriter, text: encodeText, lineBreak: () => "<br>" })),
  ];
}

/** Text with every Markdown character encoded. */
export function encodeText(text: string): string {
  return encodeCharacters(text, /[\\`*_{}[\]<>()#+\-.!|~&@:=^]|[^\S ]/g);
}

/** Characters that turn plain text into a web or mail address. */
const addressSigns = /(?<=\b(?:https?|ftp)):(?=\/\/)|(?<=\bwww)\.|(?<=[\w.+-])@(?=\w)/gi;

const delimiters = new Map([
  ["bold", "**"],
  ["italic", "_"],
  ["strike", "~~"],
]);

const signWriter = {
  open: (mark: Mark) => (isSignedLink(mark) ? "[" : sign(mark, false)),
  close: (mark: Mark) => (isSignedLink(mark) ? `](${target(mark.attrs.href)})` : sign(mark, true)),
};

/** Whether Markdown syntax can express the link; it has none for a new tab. */
function isSignedLink(mark: Mark): mark is LinkMark {
  return mark.type === "link" && !mark.attrs.newTab;
}

const tagWriter = {
  open: (mark: Mark) => writeTag(tagOfMark(mark), tagAttributes(mark)),
  close: (mark: Mark) => `</${tagOfMark(mark)}>`,
};

function tagAttributes(mark: Mark): Record<string, string> {
  if (mark.type === "anchor") return mark.attrs;
  if (mark.type !== "link") return {};
  const { href, newTab } = mark.attrs;
  return newTab ? { href, target: "_blank" } : { href };
}

function sign(mark: Mark, closes: boolean): string {
  if (mark.type === "code") return "";
  return delimiters.get(mark.type) ?? (closes ? tagWriter.close(mark) : tagWriter.open(mark));
}

function target(href: string): string {
  return /[()&\\]/.test(href) ? `<${href}>` : href;
}

function signText(text: string, marks: Mark[]): string {
  if (marks.at(-1)?.type === "code") return codeSpan(text);
  const signs = escapeText(text);
  return marks[0]?.type === "link" ? signs : signs.replace(addressSigns, "\\$&");
}

function tagText(text: string, marks: Mark[]): string {
  return signText(
    text,
    marks.filter((mark) => mark.type !== "code"),
  );
}

function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return text.startsWith("`") || text.endsWith("`") ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}

/** Text with a backslash before every Markdown character. */
export function escapeText(text: string): string {
  const escaped = text
    .replace(/[\\`*[\]<~]|&(?=#?\w+;)|@$/g, "\\$&")
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, "\\_")
    .replace(/^(?:#{1,6}(?= |$)|[>=]|[-+](?=[ -]|$))/, "\\$&")
    .replace(/^(\d{1,9})([.)])(?= |$)/, "$1\\$2");
  return encodeCharacters(escaped, /[^\S ]/g);
}

// Markdown ignores spaces at the ends of a line.
function keepEdges(line: string): string {
  return line.replace(/^ +| +$|(?<=\n) +| +(?=\\\n)/g, (spaces) => "&#32;".repeat(spaces.length));
}
