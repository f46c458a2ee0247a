import { isMainlyBangla } from "#app/lib/rich-text/schema/language.ts";

/** Returns the `lang` attribute of a text in another language than the page. */
export function langAttribute(text: string): "bn" | undefined {
  return isMainlyBangla(text) ? "bn" : undefined;
}

/** Returns the first sentence, for lists and menus. */
export function firstSentence(text: string): string {
  return /^.*?[.!?।](?=\s|$)/su.exec(text)?.[0] ?? text;
}
