import { isWholeWord } from "#app/lib/text/words.ts";

/** Quotes a lexeme for tsvector and tsquery. */
export function quoteLexeme(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** Quotes a lexeme for tsquery that matches by prefix unless `isWholeWord`. @param weights such as `AB` */
export function quotePrefix(word: string, weights = ""): string {
  const marks = `${isWholeWord(word) ? "" : "*"}${weights}`;
  return marks === "" ? quoteLexeme(word) : `${quoteLexeme(word)}:${marks}`;
}
