import fc from "fast-check";
import { expect, test } from "vitest";
import { fromMarkdown, toMarkdown } from "./markdown.ts";
import { normalDoc } from "./normal.ts";
import { anyDoc } from "./rich-text.arbitrary.ts";
import { richTextSchema } from "./schema.ts";

const names = { picture: (name: string) => name };

test("every document reads back from its Markdown as it was", () => {
  fc.assert(
    fc.property(anyDoc(), (doc) => {
      expect(richTextSchema.safeParse(doc).error).toBeUndefined();
      const read = fromMarkdown(toMarkdown(doc, names), names);
      expect(read).toEqual({ doc: normalDoc(doc), problems: [] });
    }),
    { numRuns: 500 },
  );
});
