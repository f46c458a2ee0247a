import { isMainlyBangla } from "#app/content/rich-text/language.ts";

/** The language to mark a title with, where it is not the dashboard's own. */
export function languageOf(title: string): "bn" | undefined {
  return isMainlyBangla(title) ? "bn" : undefined;
}
