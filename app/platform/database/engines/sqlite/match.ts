import { isWholeWord } from "#app/lib/text/words.ts";

/** Tokenizer settings of FTS5; the default splits Bangla words at vowel signs and drops the symbols of `c#` and `c++`. */
export const wordTokens = `tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M* Cf' tokenchars '#+'"`;

/** Quotes a word for an FTS5 query. */
export function quoteWord(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

/** Quotes a word for an FTS5 query that matches by prefix unless `isWholeWord`. */
export function quoteWordPrefix(word: string): string {
  return isWholeWord(word) ? quoteWord(word) : `${quoteWord(word)}*`;
}
