import { isWholeWord } from "#app/text/words.ts";

/** How FTS5 reads words: by default it cuts Bangla words at vowel signs, and drops the signs of `c#` and `c++`. */
export const wordTokens = `tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M* Cf' tokenchars '#+'"`;

/** A word in a query of FTS5. */
export function quoteWord(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

/** A word in a query of FTS5 that matches words beginning with it, unless it is matched as a whole. */
export function quoteBeginning(word: string): string {
  return isWholeWord(word) ? quoteWord(word) : `${quoteWord(word)}*`;
}
