import { escapeHtml } from "#app/lib/rich-text/html/html.ts";
import { decodeEntities } from "#app/lib/rich-text/html/html-parse.ts";
import { limits } from "#app/lib/rich-text/schema/limits.ts";
import type { OldSite } from "./old-site.ts";
import { type Override, type Overrides, withOverrides } from "./overrides.ts";
import type { WxrItem } from "./read-wxr.ts";
import type { MoveReport } from "./report.ts";

/** The content of an item with the parts that WordPress stores elsewhere: synced patterns, footnotes, and texts in block settings. */
export function withComposedBlocks(item: WxrItem, site: OldSite, report: MoveReport): string {
  const patterns: OpenPatterns = { open: new Set(), charactersLeft: limits.bytes, tooLarge: new Map() };
  const content = withReusableBlocks(item.content, site, patterns);
  for (const [ref, count] of patterns.tooLarge)
    report.add(
      site.nameOf(item),
      `synced pattern ${ref}${count === 1 ? "" : ` (${count} times)`}`,
      "The text with its patterns is larger than can be stored",
    );
  return withBlockSettings(withFootnotes(content, item));
}

const reference = /<!--\s*wp:block\s+(\{(?:(?!-->)[\s\S]){0,50000}\})\s*\/-->/g;

interface OpenPatterns {
  /** Open patterns; WordPress shows no pattern inside itself. */
  open: Set<string>;
  /** Number of characters that patterns may still add to the item. */
  charactersLeft: number;
  /** Number of times that each pattern was left out for its size. */
  tooLarge: Map<string, number>;
}

const maxNested = 4;

function withReusableBlocks(content: string, site: OldSite, patterns: OpenPatterns): string {
  const { open, tooLarge } = patterns;
  return content.replace(reference, (all, json: string) => {
    const { ref, overrides } = readReference(json);
    const block = site.items.get(ref);
    if (!block || open.has(ref) || open.size >= maxNested) return all;
    if (block.content.length > patterns.charactersLeft) {
      tooLarge.set(ref, (tooLarge.get(ref) ?? 0) + 1);
      return all;
    }
    patterns.charactersLeft -= block.content.length;
    open.add(ref);
    const whole = withReusableBlocks(withOverrides(block.content, overrides), site, patterns);
    open.delete(ref);
    return whole;
  });
}

/** Ids of the synced patterns that items show, also within other patterns. */
export function listShownPatterns(items: readonly WxrItem[], site: OldSite): Set<string> {
  const shown = new Set<string>();
  let contents = items.map(({ content }) => content);
  for (let depth = 0; depth < maxNested && contents.length > 0; depth += 1) {
    const refs = contents.flatMap((content) =>
      [...content.matchAll(reference)].map(([, json = ""]) => readReference(json).ref),
    );
    const found = [...new Set(refs)].filter((ref) => !shown.has(ref));
    for (const ref of found) shown.add(ref);
    contents = found.flatMap((ref) => site.items.get(ref)?.content ?? []);
  }
  return shown;
}

function readReference(json: string): { ref: string; overrides: Overrides } {
  try {
    const { ref, content } = JSON.parse(json) as {
      ref?: unknown;
      content?: Record<string, Override>;
    }; // as WordPress writes it
    return { ref: String(ref ?? ""), overrides: new Map(Object.entries(content ?? {})) };
  } catch {
    return { ref: "", overrides: new Map() };
  }
}

const footnotesBlock = /<!--\s*wp:footnotes\b[^>]{0,2000}\/-->/;

/** Inserts the footnotes, which the block editor stores in a meta field, as a list with links back to their references. */
function withFootnotes(html: string, item: WxrItem): string {
  const notes = readFootnotes(item.meta.get("footnotes") ?? "");
  if (notes.length === 0) return html;
  const items = notes.map(
    ({ id, content }) => `<li id="${escapeHtml(id)}">${content} <a href="#${escapeHtml(id)}-link">↩</a></li>`,
  );
  const list = `<ol>${items.join("")}</ol>`;
  return footnotesBlock.test(html) ? html.replace(footnotesBlock, () => list) : `${html}\n\n${list}`;
}

function readFootnotes(json: string): { id: string; content: string }[] {
  try {
    const notes: unknown = JSON.parse(json);
    if (!Array.isArray(notes)) return [];
    return notes.flatMap((note: { id?: unknown; content?: unknown } | null) =>
      typeof note?.content === "string" ? [{ id: String(note.id ?? ""), content: note.content }] : [],
    );
  } catch {
    return [];
  }
}

/** Inserts texts that blocks store only in their settings: names of tabs and of social links. Keeps the line breaks of verses. */
function withBlockSettings(html: string): string {
  return html
    .replace(
      /<!--\s*wp:(?:tab|tab-panel)\s+(\{(?:(?!-->)[\s\S]){0,20000}\})\s*-->/g,
      (start, json: string) => {
        const { label } = readBlockSettings(json);
        return label ? `${start}<h3>${label}</h3>` : start;
      },
    )
    .replace(/<!--\s*wp:social-link\s+(\{(?:(?!-->)[\s\S]){0,20000}\})\s*\/-->/g, (block, json: string) => {
      const { url, label, service } = readBlockSettings(json);
      if (!url) return block;
      const name = label || service?.replace(/^./, (letter) => letter.toUpperCase()) || url;
      return `<li><a href="${escapeHtml(url)}">${escapeHtml(name)}</a></li>`;
    })
    .replace(
      /<pre\b([^>]{0,500}\bwp-block-verse\b[^>]{0,500})>([\s\S]{0,200000}?)<\/pre>/gi,
      (_, attributes: string, verse: string) =>
        `<p${attributes}>${verse.trim().replaceAll("\n", "<br>")}</p>`,
    );
}

/** The text settings of a block. */
function readBlockSettings(json: string): Partial<Record<string, string>> {
  try {
    const settings: object = JSON.parse(json);
    return Object.fromEntries(Object.entries(settings).filter(([, value]) => typeof value === "string"));
  } catch {
    return {};
  }
}

/** Shortcodes that `expandContent` converts. */
const known = new Set(["gallery", "audio", "video", "caption", "wp_caption", "embed"]);
/** Code shortcodes of common plugins, including names of languages. */
const codeNames =
  "code|sourcecode|source|as3|bash|shell|cf|cpp|c|csharp|css|delphi|diff|erlang|groovy|java|javascript|js|perl|php|plain|powershell|python|py|rails|ruby|scala|sql|vb|xml|html|xhtml|xslt";
const codeShortcode = new RegExp(
  String.raw`\[(${codeNames})(?:\s[^\]\n]{0,500})?\]([\s\S]{0,200000}?)\[/\1\]`,
  "gi",
);

/** `<code>` of several lines that begins and ends a line or paragraph. */
const codeLines = /(^|\n|<p>)[ \t]*<code>([^<\n]{0,2000}\n[^<]{0,50000})<\/code>(?=[ \t]*(?:$|\n|<\/p>))/gi;

/** Turns code of plugins, which is stored unescaped, into code blocks with every character. */
export function withCodeBlocks(html: string): string {
  return html
    .replace(codeShortcode, (_, _name: string, code: string) => `\n\n${codeBlock(code)}\n\n`)
    .replace(
      /<pre\b([^>]{0,500})>([\s\S]{0,200000}?)<\/pre>/gi,
      (all, attributes: string, inside: string) => {
        const code = /^\s*<code\b[^>]*>([\s\S]*)<\/code>\s*$/i.exec(inside)?.[1] ?? inside;
        const isRaw =
          code.includes("<?") || (/\blang\s*=/i.test(attributes) && /<(?!\/?(?:span|code|br)\b)/i.test(code));
        return isRaw ? codeBlock(code) : all;
      },
    )
    .replace(codeLines, (_, before: string, code: string) => `${before}<pre><code>${code}</code></pre>`)
    .replace(/<code>(<[^<>]{1,200}>)<\/code>/gi, (_, tag: string) => `<code>${escapeHtml(tag)}</code>`);
}

function codeBlock(code: string): string {
  const withoutParagraphs =
    /&(?:lt|gt|amp|quot|#\d+);/.test(code) && !/<(?!\/?(?:p|br)\b)/i.test(code)
      ? decodeEntities(
          code
            .replace(/<\/p>\s*<p\b[^>]*>/gi, "\n\n")
            .replace(/<br\b[^>]*>\n?/gi, "\n")
            .replace(/<\/?p\b[^>]*>/gi, ""),
        )
      : code;
  return `<pre><code>${escapeHtml(withoutParagraphs.replace(/^[ \t]*\n|\s+$/g, ""))}</code></pre>`;
}

const shortcode = /\[(\/?)([a-zA-Z][\w-]{1,60})((?:\s+[^[\]]{0,1000})?)\]/g;

/** No attributes, or numbers and quoted texts without names, as in `[form 5]`. */
const unnamedValues = /^(?:\s+(?:\d+|"[^"]*"|'[^']*'))*\s*$/;

/**
 * Removes the shortcodes of plugins and counts them by name; text between a start and an end tag remains.
 * A bracket is a shortcode if it has named attributes, has an end tag, or is lower case and alone on its line.
 */
export function withoutShortcodes(html: string): { html: string; names: Map<string, number> } {
  const names = new Map<string, number>();
  const ends = new Set([...html.matchAll(/\[\/([a-zA-Z][\w-]{1,60})\]/g)].map(([, name]) => name));
  const parts = html.split(/(<pre\b[\s\S]*?<\/pre>|<code\b[\s\S]*?<\/code>)/i).map((part, at) =>
    at % 2 === 1
      ? part
      : part.replace(shortcode, (all, slash: string, name: string, attributes: string, start: number) => {
          if (known.has(name.toLowerCase()) || part[start - 1] === "[") return all;
          const isPlain = attributes.trim() === "";
          const isCode =
            /\s[\w-]+\s*=/.test(attributes) ||
            (ends.has(name) && (isPlain || slash === "")) ||
            (unnamedValues.test(attributes) &&
              name === name.toLowerCase() &&
              isAlone(part, start, all.length));
          if (!isCode) return all;
          if (slash === "") names.set(name, (names.get(name) ?? 0) + 1);
          return "";
        }),
  );
  return { html: parts.join(""), names };
}

/** Whether only spaces and tabs separate a bracket from the ends of its line, or from tags. */
function isAlone(text: string, start: number, length: number): boolean {
  let before = start - 1;
  while (isBlank(text[before])) before -= 1;
  let after = start + length;
  while (isBlank(text[after])) after += 1;
  return (
    (before < 0 || text[before] === "\n" || text[before] === ">") &&
    (after >= text.length || text[after] === "\n" || text[after] === "<")
  );
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t";
}
