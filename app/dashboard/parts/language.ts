import { isMainlyBangla } from "#app/rich-text/schema/language.ts";

/** The language to mark a piece of text with, where it is not the screen's own. */
export function languageOf(text: string): "bn" | undefined {
  return isMainlyBangla(text) ? "bn" : undefined;
}
