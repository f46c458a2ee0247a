import { isMainlyBangla } from "#app/lib/rich-text/schema/language.ts";

/** The language to mark a piece of text with, where it is not the page's own. */
export function langAttribute(text: string): "bn" | undefined {
  return isMainlyBangla(text) ? "bn" : undefined;
}

/** The first sentence, for an index or a menu that has room for one. */
export function firstSentence(text: string): string {
  return /^.*?[.!?।](?=\s|$)/su.exec(text)?.[0] ?? text;
}
