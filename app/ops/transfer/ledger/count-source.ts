import { limits } from "#app/lib/rich-text/schema/limits.ts";
import { countText, type Facts, type WordGroup } from "./facts.ts";
import { HtmlCounter } from "./html-counter.ts";
import {
  bracketValue,
  endNames,
  playerAddress,
  readBlock,
  readBracket,
  roleInCard,
  type SourceBlock,
  settingTexts,
} from "./marks.ts";
import type { SourceItem } from "./source-item.ts";
import { decodeHTML, readToken, type Token } from "./tokens.ts";

/** Items of a former site that its texts refer to. */
export interface SourceSite {
  system: "WordPress" | "Ghost";
  find(id: string): SourceItem | undefined;
  attachmentsOf(id: string): readonly SourceItem[];
}

/** Counts the text of an item as displayed, with the patterns, footnotes and galleries that the system inserts. */
export function countSource(item: SourceItem, site: SourceSite): Facts {
  const counter = new HtmlCounter();
  const reading: Reading = {
    counter,
    item,
    site,
    patterns: { open: new Set(), charactersLeft: limits.bytes },
    overrides: new Map(),
    notes: { waiting: notesOf(item) },
    missing: new Set(),
  };
  readHtml(item.content, reading);
  readNotes(reading);
  counter.finish();
  return counter.facts;
}

interface Reading {
  counter: HtmlCounter;
  item: SourceItem;
  site: SourceSite;
  /** Open patterns, and the number of characters that patterns may still add. */
  patterns: { open: Set<string>; charactersLeft: number };
  /** Values that override blocks of a pattern, by block name. */
  overrides: Map<string, Record<string, unknown>>;
  /** Footnotes that wait for their block. */
  notes: { waiting: string[] };
  /** Marks known not to occur in the rest of the text. */
  missing: Set<string>;
}

const maxNested = 4;
const rawText = new Set(["script", "style", "xmp", "iframe", "noembed", "plaintext", "textarea", "title"]);

function readHtml(html: string, reading: Reading): void {
  const { counter, site } = reading;
  const isWordPress = site.system === "WordPress";
  const ends = isWordPress ? endNames(html) : new Set<string>();
  const next = isWordPress ? /[<[]/g : /</g;
  for (let at = 0; at < html.length; ) {
    next.lastIndex = at;
    const found = next.exec(html)?.index ?? html.length;
    counter.addText(html.slice(at, found));
    if (found === html.length) return;
    at = html[found] === "[" ? readShortcode(html, found, ends, reading) : readMarkup(html, found, reading);
  }
}

/** Returns the offset at which reading continues. */
function readMarkup(html: string, at: number, reading: Reading): number {
  const { counter, site } = reading;
  const found = readToken(html, at);
  if (!found) {
    counter.addText("<");
    return at + 1;
  }
  const { token, end } = found;
  if (token.kind === "comment") return readComment(html, token.text, end, reading);
  if (token.kind === "end") {
    counter.endTag(token.name);
    return end;
  }
  if (token.kind !== "start") return end;
  const role = site.system === "Ghost" ? roleInCard(counter, token) : {};
  if (token.name === "sup" && /<a\b/i.test(html.slice(end, end + 400).split(/<\/sup/i)[0] ?? ""))
    counter.flush();
  const code = site.system === "WordPress" && !counter.isIn("pre") ? rawCode(html, end, token) : null;
  if (code !== null) {
    counter.startTag(token);
    counter.addText(code.text, true);
    counter.endTag(token.name);
    return code.end;
  }
  if (rawText.has(token.name)) return readRaw(html, token, end, reading);
  if (token.name === "math" && !counter.isIn("math")) return readFormula(html, token, end, reading);
  counter.startTag(token, role);
  return end;
}

function readRaw(
  html: string,
  token: Extract<Token, { kind: "start" }>,
  from: number,
  { counter }: Reading,
): number {
  const { name } = token;
  const stop = endOf(html, name, from);
  const text = html.slice(from, stop);
  counter.startTag(token);
  const isShown = name === "textarea" || name === "xmp" || name === "plaintext" || name === "noembed";
  if (isShown) counter.addText(name === "textarea" ? decodeHTML(text) : text, true);
  else counter.addGroup(`\`<${name}>\``, countText(text).words);
  counter.endTag(name);
  return Math.min(html.length, stop + name.length + 3);
}

/** Offset of an end tag, or else the end of the text. */
function endOf(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}(?=[\\s/>])`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/** Reads a formula as its TeX source, if the page contains it. */
function readFormula(
  html: string,
  token: Extract<Token, { kind: "start" }>,
  from: number,
  { counter }: Reading,
): number {
  const stop = endOf(html, "math", from);
  const annotation = /<annotation\b[^>]{0,200}>([^<]{1,5000})</i.exec(
    html.slice(from, Math.min(stop, from + 20_000)),
  )?.[1];
  const named = token.attributes.get("data-latex") || token.attributes.get("alttext");
  const source = named || decodeHTML(annotation ?? "");
  counter.startTag(token);
  if (source.trim() === "") return from;
  counter.addText(source, true);
  counter.endTag("math");
  const shown = html.slice(from, stop).replace(/<[^>]{0,2000}>/g, "");
  counter.addGroup("parts of a formula", countText(decodeHTML(shown)).words, true);
  return Math.min(html.length, stop + 7);
}

/** Code whose markup is text: code blocks of plugins, and a single tag in inline code. */
function rawCode(html: string, from: number, { name, attributes }: Extract<Token, { kind: "start" }>) {
  if (name === "code") {
    const [all = "", text = ""] = /^(<[^<>]{1,200}>)<\/code>/i.exec(html.slice(from, from + 300)) ?? [];
    return all === "" ? null : { text, end: from + all.length };
  }
  if (name !== "pre") return null;
  const stop = endOf(html, "pre", from);
  const inside = html.slice(from, stop);
  const code = /^\s*<code\b[^>]{0,500}>([\s\S]*)<\/code>\s*$/i.exec(inside)?.[1] ?? inside;
  const isRaw = code.includes("<?") || (attributes.has("lang") && /<(?!\/?(?:span|code|br)\b)/i.test(code));
  return isRaw ? { text: shownCode(code), end: Math.min(html.length, stop + 6) } : null;
}

/** Unescapes code that an editor has escaped. */
function shownCode(code: string): string {
  const isEscaped = /&(?:lt|gt|amp|quot|#\d+);/.test(code) && !/<(?!\/?(?:p|br)\b)/i.test(code);
  return isEscaped ? decodeHTML(code.replace(/<\/?(?:p|br)\b[^>]{0,500}>/gi, "\n")) : code;
}

function readShortcode(html: string, at: number, ends: ReadonlySet<string>, reading: Reading): number {
  const { counter, site, item } = reading;
  const found = counter.isInCode ? null : readBracket(html, at, ends);
  if (!found) {
    counter.addText("[");
    return at + 1;
  }
  const { kind, name, attributes, inside, end } = found;
  counter.flush();
  const words = countText(`${name} ${decodeHTML(attributes)}`).words;
  if (kind === "plugin") counter.addGroup(`a [${name}] shortcode`, words);
  else counter.addGroup(`[${name}]`, words, true);
  if (kind === "code") {
    counter.startTag({ kind: "start", name: "pre", attributes: new Map(), isClosed: false });
    counter.addText(shownCode(inside), true);
    counter.endTag("pre");
  } else if (kind === "gallery") readGallery(galleryOf(attributes, item, site), reading);
  else if (kind === "media") {
    const address = playerAddress(attributes);
    if (address !== null) counter.facts.media.push({ element: name, address });
  } else if (kind === "caption") {
    counter.isInCaption = true;
    readHtml(bracketValue(attributes, "caption") ?? "", reading);
  } else if (name === "caption") {
    counter.isInCaption = false;
  }
  return end;
}

function galleryOf(attributes: string, item: SourceItem, site: SourceSite): SourceItem[] {
  const ids = bracketValue(attributes, "ids") ?? bracketValue(attributes, "include");
  const excluded = new Set((bracketValue(attributes, "exclude") ?? "").split(/\s*,\s*/));
  const listed = (ids ?? "").split(/\s*,\s*/).flatMap((id) => site.find(id) ?? []);
  return (ids === null ? site.attachmentsOf(item.id) : listed).filter(({ id }) => !excluded.has(id));
}

function readGallery(pictures: readonly SourceItem[], reading: Reading): void {
  const { counter } = reading;
  const first = counter.facts.pictures.length;
  for (const { attachmentUrl, excerpt, meta } of pictures) {
    if (!/\.(?:jpe?g|png|gif|webp|avif)(?:$|\?)/i.test(attachmentUrl)) continue;
    const alt = meta.findLast(([key]) => key === "_wp_attachment_image_alt")?.[1] ?? "";
    counter.addPicture(attachmentUrl, alt);
    const before = counter.facts.words.length;
    counter.flush();
    counter.isInCaption = true;
    readHtml(excerpt, { ...reading, overrides: new Map(), missing: new Set() });
    counter.flush();
    counter.isInCaption = false;
    const picture = counter.facts.pictures.at(-1);
    if (picture) picture.captionAt = [before, counter.facts.words.length];
  }
  counter.endGallery(first);
}

function readComment(html: string, text: string, end: number, reading: Reading): number {
  const { counter, site } = reading;
  if (site.system === "Ghost") return readGhostComment(html, text, end, reading);
  const block = readBlock(text);
  if (block === null) {
    const isMark = /^\s*(?:more|nextpage)\s*$/i.test(text) || /^\s*\/wp:/.test(text);
    if (!isMark) counter.addGroup("HTML comments", countText(text).words);
    return end;
  }
  return readBlockStart(html, block, end, reading);
}

/** Finds a mark after an offset; -1 if missing, and then it is not searched again in this text. */
function findMark(html: string, mark: string, from: number, { missing }: Reading): number {
  if (missing.has(mark)) return -1;
  const at = html.indexOf(mark, from);
  if (at === -1) missing.add(mark);
  return at;
}

/** Reads the comments with which Ghost marks cards and members-only parts. */
function readGhostComment(html: string, text: string, end: number, reading: Reading): number {
  const { counter } = reading;
  if (!/^\s*kg-/.test(text)) counter.addGroup("HTML comments", countText(text).words);
  const isGated = /^\s*kg-gated-block:begin\b/.test(text) && !/\bnonMember:true\b/.test(text);
  if (!isGated) return end;
  const stop = findMark(html, "<!--kg-gated-block:end", end, reading);
  if (stop === -1) return end;
  const inner = new HtmlCounter();
  const left: WordGroup = counter.addGroup("a block for members");
  inner.addText(html.slice(end, stop).replace(/<[^>]{0,5000}>/g, " "));
  inner.flush();
  left.words.push(...inner.facts.words.map(({ word }) => word));
  return stop;
}

function readBlockStart(html: string, block: SourceBlock, end: number, reading: Reading): number {
  const { counter, site, overrides } = reading;
  const { name, settings, isClosed } = block;
  const own = overrides.get(block.label) ?? {};
  const isButton = name === "button" && Object.keys(own).length > 0;
  const isOverridden = isButton || typeof own.content === "string";
  const isWhole = !isClosed && (isOverridden || name === "gallery");
  const stop = isWhole ? findMark(html, `<!-- /wp:${block.written}`, end, reading) : -1;
  if (isButton && stop !== -1) {
    const { content, text = content, url, ...rest } = own;
    overrides.set(block.label, rest);
    readLine(buttonOf(html.slice(end, stop), text, url), reading);
    return stop;
  }
  if (isOverridden && stop !== -1) {
    const { content, ...rest } = own;
    overrides.set(block.label, rest);
    counter.flush();
    readHtml(String(content), { ...reading, overrides: new Map(), missing: new Set() });
    counter.flush();
    counter.isMuted = true;
    readHtml(html.slice(end, stop), { ...reading, overrides: new Map(), missing: new Set() });
    counter.flush();
    counter.isMuted = false;
    return stop;
  }
  if (name === "block") {
    readPattern(block, reading);
    return end;
  }
  if (name === "footnotes") readNotes(reading);
  if (name === "gallery") {
    const inside = stop === -1 ? "" : html.slice(end, stop);
    const ids = Array.isArray(settings.ids) ? settings.ids.map(String) : [];
    if (!/<img\b/i.test(inside))
      readGallery(
        ids.flatMap((id) => site.find(id) ?? []),
        reading,
      );
  }
  const label = typeof settings.label === "string" ? settings.label : "";
  if ((name === "tab" || name === "tab-panel") && !isClosed && label !== "") readLine(label, reading);
  else if (name === "social-link" && isClosed && typeof settings.url === "string" && settings.url !== "") {
    const service = typeof settings.service === "string" ? settings.service : "";
    readLine(label || service || settings.url, reading);
    counter.facts.links.push({ href: settings.url, excuse: "" });
  } else addSettings(block, reading);
  return end;
}

/** The link of a button with replaced text or address. */
function buttonOf(html: string, text: unknown, url: unknown): string {
  const [, attributes = "", words = ""] = /<a\b([^>]{0,2000})>([\s\S]*)<\/a>/i.exec(html) ?? [];
  const address = typeof url === "string" ? ` href="${url.replaceAll('"', "&quot;")}"` : attributes;
  return `<a${address}>${typeof text === "string" ? text : words}</a>`;
}

function readLine(text: string, reading: Reading): void {
  reading.counter.flush();
  readHtml(text, { ...reading, overrides: new Map(), missing: new Set() });
  reading.counter.flush();
}

function addSettings({ name, settings }: Pick<SourceBlock, "name" | "settings">, { counter }: Reading): void {
  for (const text of settingTexts(settings)) {
    const words = countText(decodeHTML(text.replace(/<[^<>]{0,2000}>/g, " "))).words;
    counter.addGroup(`settings of the block “${name}”`, words);
  }
}

/** Reads a synced pattern with the texts that the item overrides. */
function readPattern(block: SourceBlock, reading: Reading): void {
  const { patterns } = reading;
  const ref = String(block.settings.ref ?? "");
  const pattern = reading.site.find(ref);
  const { content, ...rest } = block.settings;
  const isShown = pattern && !patterns.open.has(ref) && patterns.open.size < maxNested;
  if (!isShown || pattern.content.length > patterns.charactersLeft) {
    addSettings(block, reading);
    return;
  }
  patterns.charactersLeft -= pattern.content.length;
  const overrides = new Map<string, Record<string, unknown>>(
    Object.entries(typeof content === "object" && content !== null ? content : {}),
  );
  patterns.open.add(ref);
  readHtml(pattern.content, { ...reading, overrides, missing: new Set() });
  patterns.open.delete(ref);
  // The former site did not show overrides of unknown names either.
  addSettings({ name: "block", settings: { rest, unused: [...overrides.values()] } }, reading);
}

/** The footnotes of an item as HTML, each with its id and the link back to its reference. */
export function notesOf({ meta }: Pick<SourceItem, "meta">): string[] {
  const json = meta.find(([key]) => key === "footnotes")?.[1];
  if (json === undefined) return [];
  try {
    const notes: unknown = JSON.parse(json);
    if (!Array.isArray(notes)) return [];
    return notes.flatMap((note) => {
      if (typeof note?.content !== "string") return [];
      const id = String(note.id ?? "").replace(/[^\w-]/g, "");
      return [`<span id="${id}">${note.content} <a href="#${id}-link">↩</a></span>`];
    });
  } catch {
    return [];
  }
}

function readNotes(reading: Reading): void {
  const { waiting } = reading.notes;
  reading.notes.waiting = [];
  for (const note of waiting) readLine(note, reading);
}
