import { headingIds } from "../rich-text/headings.ts";
import { inlineText } from "../rich-text/text.ts";
import { advice, type Draft, error, type Finding, quote, richTextsOf } from "./finding.ts";

/** Headings without words, and those that leave a level out: who listens to a page finds their way by them. */
export function checkHeadings(draft: Draft): Finding[] {
  const texts = richTextsOf(draft);
  // Several texts of one page stand below headings of their own.
  const above = texts.length > 1 ? 2 : 1;
  return texts.flatMap(({ field, doc }) => {
    let last = above;
    return [...headingIds(doc).keys()].flatMap((heading) => {
      const { level } = heading.attrs;
      const words = inlineText(heading.content).trim();
      if (words === "")
        return [error(field, `A heading of level ${level} has no words. Write them, or take it out.`)];
      const isJump = level > last + 1;
      const message = `${quote(words)} is a heading of level ${level} where level ${last + 1} comes next.`;
      last = level;
      return isJump ? [advice(field, message)] : [];
    });
  });
}
