/** The first sentence, for an index or a menu that has room for one. */
export function firstSentence(text: string): string {
  return /^.*?[.!?।](?=\s|$)/su.exec(text)?.[0] ?? text;
}
