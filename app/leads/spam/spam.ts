import type { SpamRuleName } from "./spam-rules.ts";

/** What a company expects of its customers. */
export interface SpamHabits {
  /** More links than this are too many. */
  mostLinks: number;
  /** Names of the scripts its customers write in (Unicode): Latin, Bengali … */
  scripts: readonly string[];
}

export const usualHabits: SpamHabits = {
  mostLinks: 3,
  scripts: ["Latin", "Bengali", "Devanagari", "Arabic"],
};

/** What the form itself tells beside the words. */
export interface FormSigns {
  /** What stood in the field that people don't see. */
  honeypot?: string | null;
  /** Milliseconds between seeing the form and sending it, when a script measured them. */
  elapsedMs?: number | null;
}

/**
 * What the rules say of something sent in, one word a rule; none for what people send. It is kept all the same, and its
 * sender reads the same answer.
 * @param texts everything the person wrote, the name first and the longest last
 */
export function spamReasons(
  { honeypot, elapsedMs }: FormSigns,
  texts: readonly string[],
  { mostLinks, scripts }: SpamHabits = usualHabits,
): string[] {
  const whole = texts.join("\n");
  const [name = ""] = texts;
  const found: Record<SpamRuleName, boolean> = {
    honeypot: Boolean(honeypot),
    "too-fast": isTooFast(elapsedMs),
    "many-links": countLinks(whole) > mostLinks,
    "link-as-name": countLinks(name) > 0,
    "only-link": isOnlyLink(texts.at(-1) ?? ""),
    markup: markup.test(whole),
    script: isForeign(whole, scripts),
    "sender-marked": false,
  };
  return Object.entries(found).flatMap(([rule, applies]) => (applies ? [rule] : []));
}

const link = /https?:\/\/|\bwww\.|\[url\b|<a\s/gi;
const wholeLink = /(https?:\/\/|\bwww\.)\S*/gi;
/** Opening tags of pages and forums, as machines paste them; "a < b" and [draft] are none. */
const markup = /<(a|script|iframe|img|object|embed)\b[^>]*>|\[(url|link|img)[=\]]/i;

function countLinks(text: string): number {
  return text.match(link)?.length ?? 0;
}

/** Fewer than three words beside it. */
function isOnlyLink(text: string): boolean {
  const words = text.replace(wholeLink, " ").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  return countLinks(text) > 0 && words.length < 3;
}

/** More than half of the letters, of some number, belong to scripts nobody here writes in. */
function isForeign(text: string, scripts: readonly string[]): boolean {
  const letters = text.replace(wholeLink, " ").match(/\p{L}/gu) ?? [];
  const known = new RegExp(scripts.map((name) => `\\p{Script=${name}}`).join("|"), "u");
  const strange = letters.filter((letter) => !known.test(letter)).length;
  return letters.length >= 20 && strange * 2 > letters.length;
}

function isTooFast(elapsedMs: number | null | undefined): boolean {
  return typeof elapsedMs === "number" && elapsedMs >= 0 && elapsedMs < 2000;
}
