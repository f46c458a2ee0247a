import { escapeHtml } from "#app/rich-text/html/html.ts";
import { decodeEntities } from "#app/rich-text/html/html-parse.ts";

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
