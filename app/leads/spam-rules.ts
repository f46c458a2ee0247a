interface SpamRule {
  /** Whether it alone puts a message into the spam folder; the others only say something. */
  setsAside: boolean;
  /** What staff read on the message. */
  words: string;
}

/** Every rule by the word it leaves on a message; free of server code, since screens read it too. */
export const spamRules = {
  honeypot: { setsAside: true, words: "A field that people don’t see was filled in." },
  "too-fast": { setsAside: true, words: "It was sent less than two seconds after the form was shown." },
  "many-links": { setsAside: true, words: "It holds more links than people send." },
  "link-as-name": { setsAside: true, words: "The name holds a link." },
  "only-link": { setsAside: true, words: "There is hardly more in it than a link." },
  markup: { setsAside: true, words: "It is written in the code of web pages or forums." },
  script: { setsAside: true, words: "It is written in letters that your customers don’t use." },
  "sender-marked": { setsAside: true, words: "An earlier message from this address was marked as spam." },
  "check-failed": { setsAside: true, words: "The check for people (Turnstile) said no." },
  "check-missing": { setsAside: true, words: "It came without the check for people (Turnstile)." },
  "check-away": { setsAside: false, words: "The check for people (Turnstile) could not be reached." },
} as const satisfies Record<string, SpamRule>;

export type SpamRuleName = keyof typeof spamRules;

/** @param reasons the words on a message, as stored */
export function readReasons(reasons: string): SpamRuleName[] {
  return reasons.split(" ").filter((word): word is SpamRuleName => Object.hasOwn(spamRules, word));
}

export function setsAside(reasons: string): boolean {
  return readReasons(reasons).some((name) => spamRules[name].setsAside);
}

/** What the rules say of a message, in words; empty for nothing. */
export function explainReasons(reasons: string): string[] {
  return readReasons(reasons).map((name) => spamRules[name].words);
}
