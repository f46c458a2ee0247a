import { z } from "zod";
import { isVideoAddress } from "./addresses.ts";
import type { Block, ListItem, RichText, TableCell, TableRow } from "./document.ts";
import { codeTextSchema, inlineSchema } from "./inline-schema.ts";
import { findExcess } from "./limits.ts";
import { attributes, filledListOf, line, listOf, node, unknownKind, whole } from "./shapes.ts";

export type * from "./document.ts";
export { emptyDoc, isEmptyDoc } from "./document.ts";

const block: z.ZodType<Block> = z.lazy(() => anyBlock);
const blocks = filledListOf(block);
const inlines = listOf(inlineSchema).optional();

const language = z
  .string("A language is a name")
  .regex(/^[\w+#.-]{1,40}$/, "A language is a short name without spaces")
  .nullish();

const file = z
  .string("A picture needs a file")
  .regex(/^[A-Za-z0-9][\w.-]{0,127}$/, "This is not a file of ours");

const url = z.string("A video needs an address").refine(isVideoAddress, {
  error: "A video is a YouTube or Vimeo address, or the address of an .mp4 or .webm file",
});

const item: z.ZodType<ListItem> = node("listItem", {
  content: blocks.refine((list) => list[0]?.type === "paragraph", "A list item begins with a paragraph"),
});

const cell: z.ZodType<TableCell> = z.discriminatedUnion(
  "type",
  [node("tableHeader", cellShape()), node("tableCell", cellShape())],
  { error: unknownKind("cell") },
);

const row: z.ZodType<TableRow> = node("tableRow", { content: listOf(cell).optional() });

const anyBlock: z.ZodType<Block> = z.discriminatedUnion(
  "type",
  [
    node("paragraph", { content: inlines }),
    node("heading", {
      attrs: attributes({ level: z.literal([2, 3, 4], "A heading has level 2, 3 or 4") }),
      content: inlines,
    }),
    node("bulletList", { content: filledListOf(item) }),
    node("orderedList", {
      attrs: attributes({ start: whole(0, 999_999_999).optional() }).optional(),
      content: filledListOf(item),
    }),
    node("blockquote", {
      attrs: attributes({ cite: line(300).min(1, "This may not be empty").nullish() }).optional(),
      content: blocks,
    }),
    node("codeBlock", {
      attrs: attributes({ language }).optional(),
      content: listOf(codeTextSchema).optional(),
    }),
    node("horizontalRule", {}),
    node("table", { content: filledListOf(row) }),
    node("image", { attrs: attributes({ file, alt: line(1000).nullish(), caption: line(1000).nullish() }) }),
    node("video", { attrs: attributes({ url }) }),
  ],
  { error: unknownKind("block") },
);

const doc: z.ZodType<RichText> = node("doc", { content: blocks });

/**
 * A rich text as it may be stored and shown. Depth and size are looked at before anything else, so
 * that no input, however nested or large, costs more than the largest text we keep.
 */
export const richTextSchema = z
  .unknown()
  .superRefine((value, context) => {
    const excess = findExcess(value);
    if (excess) context.addIssue({ code: "custom", message: excess });
  })
  .pipe(doc);

function cellShape() {
  return {
    attrs: attributes({ colspan: whole(1, 100).optional(), rowspan: whole(1, 1000).optional() }).optional(),
    content: blocks,
  };
}
