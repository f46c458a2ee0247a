/** A lexeme of tsvector and tsquery. */
export function quoteLexeme(word: string): string {
  return `'${word.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
