/** Settings of the spam rules. */
export interface SpamHabits {
  /** Maximum number of links. */
  mostLinks: number;
  /** Unicode names of the customers' scripts: Latin, Bengali … */
  scripts: readonly string[];
}

export const defaultHabits: SpamHabits = {
  mostLinks: 3,
  scripts: ["Latin", "Bengali", "Devanagari", "Arabic"],
};

/** Signs of spam outside the text. */
export interface FormSigns {
  /** Value of the hidden field. */
  honeypot?: string | null;
  /** Milliseconds from showing the form to sending it; only with JavaScript. */
  elapsedMs?: number | null;
}

/**
 * Returns the names of the rules that classify a submission as spam. Spam is stored too, and its sender gets the usual answer.
 * @param texts all texts of the sender, name first and longest last
 */
export function spamReasons(
  { honeypot, elapsedMs }: FormSigns,
  texts: readonly string[],
  { mostLinks, scripts }: SpamHabits = defaultHabits,
): string[] {
  const allText = texts.join("\n");
  const [name = ""] = texts;
  const found: Record<SpamRuleName, boolean> = {
    honeypot: Boolean(honeypot),
    "too-fast": isTooFast(elapsedMs),
    "many-links": countLinks(allText) > mostLinks,
    "link-as-name": countLinks(name) > 0,
    "only-link": isOnlyLink(texts.at(-1) ?? ""),
    markup: markup.test(allText),
    script: isForeign(allText, scripts),
    "sender-marked": false,
  };
  return Object.entries(found).flatMap(([rule, applies]) => (applies ? [rule] : []));
}

const link = /https?:\/\/|\bwww\.|\[url\b|<a\s/gi;
const fullLink = /(https?:\/\/|\bwww\.)\S*/gi;
/** HTML and forum tags, but not "a < b" or [draft]. */
const markup = /<(a|script|iframe|img|object|embed)\b[^>]*>|\[(url|link|img)[=\]]/i;

function countLinks(text: string): number {
  return text.match(link)?.length ?? 0;
}

/** Whether a text is a link with fewer than three words. */
function isOnlyLink(text: string): boolean {
  const words = text.replace(fullLink, " ").match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
  return countLinks(text) > 0 && words.length < 3;
}

/** Whether at least 20 letters, and more than half of them, belong to other scripts. */
function isForeign(text: string, scripts: readonly string[]): boolean {
  const letters = text.replace(fullLink, " ").match(/\p{L}/gu) ?? [];
  const allowed = new RegExp(scripts.map((name) => `\\p{Script=${name}}`).join("|"), "u");
  const foreign = letters.filter((letter) => !allowed.test(letter)).length;
  return letters.length >= 20 && foreign * 2 > letters.length;
}

function isTooFast(elapsedMs: number | null | undefined): boolean {
  return typeof elapsedMs === "number" && elapsedMs >= 0 && elapsedMs < 2000;
}

/** Descriptions of the rules for staff; free of server code, since screens import it. */
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

/** Parses stored rule names, separated by spaces. */
function readReasons(reasons: string): SpamRuleName[] {
  return reasons.split(" ").filter((word): word is SpamRuleName => Object.hasOwn(spamRules, word));
}

/** Whether a message goes to the spam folder: one rule is enough. */
export function marksAsSpam(reasons: string): boolean {
  return readReasons(reasons).length > 0;
}

/** Describes the rules that matched a message; empty for none. */
export function formatSpamReasons(reasons: string): string[] {
  return readReasons(reasons).map((name) => spamRules[name]);
}
