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
export function explainReasons(reasons: string): string[] {
  return readReasons(reasons).map((name) => spamRules[name]);
}
