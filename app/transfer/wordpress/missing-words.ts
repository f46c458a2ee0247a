import type { RichText } from "#app/rich-text/schema/schema.ts";
import { toText } from "#app/rich-text/text.ts";
import { wordsOf } from "#app/text/words.ts";
import { withoutMachineText } from "./expand.ts";
import { readerText } from "./html-text.ts";

/** Words that a reader saw before and does not see now, each as often as it is missing. */
export function missingWords(html: string, doc: RichText): string[] {
  const now = new Map<string, number>();
  for (const word of wordsOf(toText(doc))) now.set(word, (now.get(word) ?? 0) + 1);
  return wordsOf(readerText(withoutMachineText(html))).filter((word) => {
    const count = now.get(word) ?? 0;
    now.set(word, count - 1);
    return count <= 0;
  });
}
