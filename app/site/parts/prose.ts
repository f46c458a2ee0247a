import { isMainlyBangla } from "#app/rich-text/schema/language.ts";

/** The language to mark a piece of text with, where it is not the page's own. */
export function langAttribute(text: string): "bn" | undefined {
  return isMainlyBangla(text) ? "bn" : undefined;
}

/**
 * The HTML of a rich text on its way to a browser: itself, or, in a document that shows it anyway, the how manieth of that document
 * it is, from 1; "" for none. `RichTextView` finds it there, so that no text is sent twice.
 */
export type Prose = string | number;

/** @param html trusted: written by the server from the checked document */
export function proseOf({ documentTexts }: { documentTexts: string[] | null }, html: string): Prose {
  if (documentTexts === null || html === "") return html;
  return documentTexts.push(html);
}

/** The first sentence, for an index or a menu that has room for one. */
export function firstSentence(text: string): string {
  return /^.*?[.!?।](?=\s|$)/su.exec(text)?.[0] ?? text;
}
