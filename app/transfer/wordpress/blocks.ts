import { escapeHtml } from "#app/rich-text/html/html.ts";
import { decodeEntities } from "#app/rich-text/html/html-parse.ts";
import type { OldSite } from "./old-site.ts";
import type { WxrItem } from "./read-wxr.ts";

/** The content of an item with the parts that WordPress stores elsewhere: synced patterns, notes, and words in the settings of blocks. */
export function withComposedBlocks(item: WxrItem, site: OldSite): string {
  return withBlockSettings(withFootnotes(withReusableBlocks(item.content, site, 0), item));
}

function withReusableBlocks(content: string, site: OldSite, depth: number): string {
  return content.replace(
    /<!--\s*wp:block\s+(\{(?:(?!-->)[\s\S]){0,50000}\})\s*\/-->/g,
    (all, json: string) => {
      const { ref, overrides } = readReference(json);
      const block = site.items.get(ref);
      if (!block || depth >= 4) return all;
      return withReusableBlocks(withOverrides(block.content, overrides), site, depth + 1);
    },
  );
}

/** Values by the name of the block that they replace text in. */
type Overrides = Map<string, { content?: string }>;

function readReference(json: string): { ref: string; overrides: Overrides } {
  try {
    const { ref, content } = JSON.parse(json) as {
      ref?: unknown;
      content?: Record<string, { content?: string }>;
    }; // as WordPress writes it
    return { ref: String(ref ?? ""), overrides: new Map(Object.entries(content ?? {})) };
  } catch {
    return { ref: "", overrides: new Map() };
  }
}

/** A synced pattern with the words of this post: a named block keeps its element and takes another text. */
function withOverrides(pattern: string, overrides: Overrides): string {
  if (overrides.size === 0) return pattern;
  return pattern.replace(
    /(<!--\s*wp:([\w/-]+)\s+(\{(?:(?!-->)[\s\S]){0,20000}\})\s*-->)([\s\S]*?)(<!--\s*\/wp:\2\s*-->)/g,
    (all, start: string, _block: string, json: string, inside: string, end: string) => {
      const text = overrides.get(/"name"\s*:\s*"([^"]*)"/.exec(json)?.[1] ?? "")?.content;
      if (typeof text !== "string") return all;
      return `${start}${inside.replace(/^(\s*<[^>]*>)[\s\S]*(<\/[^>]*>\s*)$/, (_, open: string, close: string) => `${open}${text}${close}`)}${end}`;
    },
  );
}

const footnotesBlock = /<!--\s*wp:footnotes\b[^>]{0,2000}\/-->/;

/** The notes of the block editor, which it stores in a meta field, as a list in place of their block; each leads back to its number. */
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

/** Words that some blocks keep in their settings alone, where a reader saw them: names of tabs and of social links. Verses get their line ends. */
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

/** The settings of a block that are texts. */
function readBlockSettings(json: string): Partial<Record<string, string>> {
  try {
    const settings: object = JSON.parse(json);
    return Object.fromEntries(Object.entries(settings).filter(([, value]) => typeof value === "string"));
  } catch {
    return {};
  }
}

/** Shortcodes that have a form here; `expandContent` reads them. */
const known = new Set(["gallery", "audio", "video", "caption", "wp_caption", "embed"]);
/** The names under which the common plugins take code, besides those of languages. */
const codeNames =
  "code|sourcecode|source|as3|bash|shell|cf|cpp|c|csharp|css|delphi|diff|erlang|groovy|java|javascript|js|perl|php|plain|powershell|python|py|rails|ruby|scala|sql|vb|xml|html|xhtml|xslt";
const codeShortcode = new RegExp(
  String.raw`\[(${codeNames})(?:\s[^\]\n]{0,500})?\]([\s\S]{0,200000}?)\[/\1\]`,
  "gi",
);

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

/**
 * Removes the shortcodes of plugins and counts them by name; text between a start and an end tag remains.
 * A bracket is a shortcode if it has attributes, has an end tag, or is lower case and alone on its line.
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
            (isPlain && name === name.toLowerCase() && isAlone(part, start, all.length));
          if (!isCode) return all;
          if (slash === "") names.set(name, (names.get(name) ?? 0) + 1);
          return "";
        }),
  );
  return { html: parts.join(""), names };
}

function isAlone(text: string, start: number, length: number): boolean {
  return (
    /(?:^|[\n>])[ \t]*$/.test(text.slice(0, start)) && /^[ \t]*(?:$|[\n<])/.test(text.slice(start + length))
  );
}
