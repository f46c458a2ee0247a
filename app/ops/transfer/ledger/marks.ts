import type { ElementRole, HtmlCounter } from "./html-counter.ts";
import type { Token } from "./tokens.ts";

/** A shortcode tag of WordPress in a text. */
export interface Bracket {
  kind: "code" | "gallery" | "media" | "caption" | "markup" | "plugin";
  name: string;
  attributes: string;
  /** Code between a start and an end tag. */
  inside: string;
  end: number;
}

const bracket = /\[(\/?)([a-zA-Z][\w-]{1,60})((?:\s[^[\]]{0,2000})?)\]/y;
const codeNames = new Set([
  "code",
  "sourcecode",
  "source",
  "as3",
  "bash",
  "shell",
  "cf",
  "cpp",
  "c",
  "csharp",
  "css",
  "delphi",
  "diff",
  "erlang",
  "groovy",
  "java",
  "javascript",
  "js",
  "perl",
  "php",
  "plain",
  "powershell",
  "python",
  "py",
  "rails",
  "ruby",
  "scala",
  "sql",
  "vb",
  "xml",
  "html",
  "xhtml",
  "xslt",
]);

/** Reads the shortcode tag at an offset; null for plain text. @param ends names that have an end tag in the text */
export function readBracket(html: string, at: number, ends: ReadonlySet<string>): Bracket | null {
  if (html[at - 1] === "[") return null;
  bracket.lastIndex = at;
  const [all = "", slash = "", name = "", attributes = ""] = bracket.exec(html) ?? [];
  if (all === "") return null;
  const lower = name.toLowerCase();
  const end = at + all.length;
  const found = (kind: Bracket["kind"]) => ({ kind, name: lower, attributes, inside: "", end });
  if (codeNames.has(lower) && slash === "" && (ends.has(lower) || ends.has(lower.toUpperCase()))) {
    const stop = findEnd(html, lower, end);
    if (stop !== -1) return { ...found("code"), inside: html.slice(end, stop), end: stop + lower.length + 3 };
  }
  if (lower === "gallery") return slash === "" ? found("gallery") : found("markup");
  if (lower === "audio" || lower === "video") return slash === "" ? found("media") : found("markup");
  if (lower === "caption") return slash === "" ? found("caption") : found("markup");
  if (lower === "embed") return found("markup");
  if (lower === "wp_caption") return null;
  const isPlain = attributes.trim() === "";
  const isCode =
    /\s[\w-]+\s*=/.test(attributes) ||
    (ends.has(name) && (isPlain || slash === "")) ||
    (/^(?:\s+(?:\d+|"[^"]*"|'[^']*'))*\s*$/.test(attributes) &&
      name === name.toLowerCase() &&
      isAlone(html, at, end));
  return isCode ? found(slash === "" ? "plugin" : "markup") : null;
}

/** The end tag of a code shortcode, at most 200,000 characters away. */
function findEnd(html: string, name: string, from: number): number {
  for (const one of [name, name.toUpperCase()]) {
    const stop = html.indexOf(`[/${one}]`, from);
    if (stop !== -1 && stop - from <= 200_000) return stop;
  }
  return -1;
}

/** Names of end tags in a text. */
export function endNames(html: string): Set<string> {
  return new Set([...html.matchAll(/\[\/([a-zA-Z][\w-]{1,60})\]/g)].map(([, name = ""]) => name));
}

function isAlone(html: string, start: number, end: number): boolean {
  let before = start - 1;
  while (html[before] === " " || html[before] === "\t") before -= 1;
  let after = end;
  while (html[after] === " " || html[after] === "\t") after += 1;
  const isAtStart = before < 0 || html[before] === "\n" || html[before] === "\r" || html[before] === ">";
  const isAtEnd = after >= html.length || html[after] === "\n" || html[after] === "\r" || html[after] === "<";
  return isAtStart && isAtEnd;
}

/** The value of an attribute in a shortcode; null without one. */
export function bracketValue(attributes: string, name: string): string | null {
  const found = new RegExp(`\\b${name}\\s{0,9}=\\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, "i").exec(
    attributes,
  );
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}

/** The file address of an audio or video shortcode. */
export function playerAddress(attributes: string): string | null {
  const names = ["src", "mp3", "m4a", "ogg", "wav", "mp4", "m4v", "webm", "ogv", "flv"];
  const values = names.map((name) => bracketValue(attributes, name));
  return values.find((one) => one !== null) ?? /https?:\/\/[^\s"']+/.exec(attributes)?.[0] ?? null;
}

/** The comment with which a block of the block editor starts. */
export interface SourceBlock {
  /** Without the namespace of the core. */
  name: string;
  /** Name as in the comment. */
  written: string;
  settings: Record<string, unknown>;
  /** Name with which an item overrides it in a pattern; empty for none. */
  label: string;
  /** Whether it is self-closing. */
  isClosed: boolean;
}

const blockStart = /^\s*wp:([a-z][\w/-]{0,100})\s*/;

/** Parses the start comment of a block; null for other comments. */
export function readBlock(comment: string): SourceBlock | null {
  const [all = "", written = ""] = blockStart.exec(comment) ?? [];
  if (all === "") return null;
  const rest = comment.slice(all.length).trimEnd();
  const isClosed = rest.endsWith("/");
  const settings = readSettings(isClosed ? rest.slice(0, -1) : rest);
  const { metadata } = settings;
  const label = typeof metadata === "object" && metadata !== null && "name" in metadata ? metadata.name : "";
  return {
    name: written.replace(/^core\//, ""),
    written,
    settings,
    label: typeof label === "string" ? label : "",
    isClosed,
  };
}

function readSettings(json: string): Record<string, unknown> {
  if (json.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return { unreadable: json };
  }
}

/** The texts in settings: values with a space between two letters. */
export function settingTexts(settings: unknown): string[] {
  const found: string[] = [];
  const waiting: unknown[] = [settings];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === "string") {
      if (/\p{L}\p{M}*\s+\p{L}/u.test(value)) found.push(value);
    } else if (typeof value === "object" && value !== null)
      waiting.push(...Object.values(value).filter((one) => one !== undefined));
  }
  return found;
}

const interactiveTags = new Set(["form", "button", "select", "textarea", "svg"]);
const interactiveClass =
  /^kg-[\w-]+-(?:success|error|loading|disclaimer|form|time|duration|playback-rate|icon)$/;
const portal = /#\/(?:portal|search|share)(?:\/|$|\?)/;
/** Cards whose elements have no special roles. */
const plain = new Set(["image", "gallery", "code", "embed"]);
/** Parts of a card with words for readers; the others are players and decoration. */
const shownParts = new Map<string, RegExp>([
  ["bookmark", /^kg-bookmark-(?:title|author|description)$/],
  ["video", /^$/],
  ["audio", /^kg-audio-title$/],
  ["file", /^kg-file-card-(?:title|filesize|caption)$/],
]);
/** Parts that usually repeat another, such as a file name that equals the title. */
const repeatingPart = /^(?:kg-bookmark-publisher|kg-file-card-filename)$/;

/** The role of an element in a Ghost card; forms, players and buttons are left out because they work only in Ghost. */
export function roleInCard(counter: HtmlCounter, token: Extract<Token, { kind: "start" }>): ElementRole {
  const { name, attributes } = token;
  const classes = (attributes.get("class") ?? "").split(/\s+/);
  const own = classes.map((one) => /^kg-([a-z-]+)-card$/.exec(one)?.[1]).find((one) => one !== undefined);
  const { card } = counter;
  if (card === "") {
    const starts =
      classes.includes("kg-card") || classes.includes("kg-email-cta") || shownParts.has(own ?? "");
    if (!starts || plain.has(own ?? "")) return {};
    return { card: own ?? "html", leftOut: shownParts.has(own ?? "") ? partOf(own ?? "") : "" };
  }
  const isInteractive =
    interactiveTags.has(name) ||
    classes.some((one) => interactiveClass.test(one)) ||
    (name === "a" && portal.test(attributes.get("href") ?? ""));
  if (isInteractive) return { leftOut: partOf(card) };
  if (classes.some((one) => repeatingPart.test(one))) return { leftOut: partOf(card) };
  const shown = shownParts.get(card);
  return {
    isShown: shown !== undefined && (name === "figcaption" || classes.some((one) => shown.test(one))),
  };
}

function partOf(card: string): string {
  return `a part of a card “${card}”`;
}
