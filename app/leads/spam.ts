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

/** What staff read on a message, by the word a rule leaves on it; free of server code, since screens read it too. */
const spamRules = {
  honeypot: "A field that is hidden from people was filled in.",
  "too-fast": "It was sent less than two seconds after the form was shown.",
  "many-links": "It has more links than allowed.",
  "link-as-name": "The name has a link in it.",
  "only-link": "It is little more than a link.",
  markup: "It contains HTML or forum code.",
  script: "It is written in a script that your customers don’t use.",
  "sender-marked": "An earlier message from this address was marked as spam.",
} as const;

export type SpamRuleName = keyof typeof spamRules;

/** @param reasons the words on a message, as stored */
function readReasons(reasons: string): SpamRuleName[] {
  return reasons.split(" ").filter((word): word is SpamRuleName => Object.hasOwn(spamRules, word));
}

/** Whether a message goes to the spam folder: any rule alone is enough. */
export function marksAsSpam(reasons: string): boolean {
  return readReasons(reasons).length > 0;
}

/** What the rules say of a message, in words; empty for nothing. */
export function formatSpamReasons(reasons: string): string[] {
  return readReasons(reasons).map((name) => spamRules[name]);
}
