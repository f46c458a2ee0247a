import { isWholeWord } from "#app/text/words.ts";

/** A lexeme of tsvector and tsquery. */
export function quoteLexeme(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

/** A lexeme of tsquery that matches words beginning with it, unless it is matched as a whole. @param weights such as `AB` */
export function quotePrefix(word: string, weights = ""): string {
  const marks = `${isWholeWord(word) ? "" : "*"}${weights}`;
  return marks === "" ? quoteLexeme(word) : `${quoteLexeme(word)}:${marks}`;
}
