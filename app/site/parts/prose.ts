import { isMainlyBangla } from "#app/rich-text/schema/language.ts";

/** The language to mark a piece of text with, where it is not the page's own. */
export function langAttribute(text: string): "bn" | undefined {
  return isMainlyBangla(text) ? "bn" : undefined;
}

/**
 * A rich text on its way to a browser: its HTML, or, in a document that shows it anyway, its number among that document's texts,
 * from 1; "" for none. `RichTextView` reads a numbered text from the page, so that no text is sent twice.
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
