import { z } from "zod";
import { isAnchorId, isLinkAddress, isVideoAddress } from "./addresses.ts";
import type {
  Block,
  Inline,
  ListItem,
  Mark,
  PictureBlock,
  RichText,
  TableCell,
  TableRow,
  Text,
} from "./document.ts";
import { findExcess } from "./limits.ts";
import { isCleanCode, isCleanLine } from "./normal.ts";

const href = z.string("A link needs an address").refine(isLinkAddress, {
  error: "A link goes to a web address, an e-mail address, a phone number or a page of this site",
});

const id = z.string("An anchor needs an id").refine(isAnchorId, {
  error: "The id of an anchor has at most 200 characters and no spaces",
});

const mark: z.ZodType<Mark> = z.discriminatedUnion(
  "type",
  [
    node("link", { attrs: attributes({ href, newTab: z.boolean("This must be true or false").optional() }) }),
    node("anchor", { attrs: attributes({ id }) }),
    node("bold", {}),
    node("italic", {}),
    node("strike", {}),
    node("underline", {}),
    node("code", {}),
  ],
  { error: unknownKind("style") },
);

const marks = listOf(mark)
  .refine((list) => new Set(list.map((one) => one.type)).size === list.length, "A style is given twice")
  .optional();

const inlineSchema: z.ZodType<Inline> = z.discriminatedUnion(
  "type",
  [node("text", { text: textThat(isCleanLine), marks }), node("hardBreak", { marks })],
  { error: unknownKind("text") },
);

const codeTextSchema: z.ZodType<Text> = z.discriminatedUnion(
  "type",
  [node("text", { text: textThat(isCleanCode) })],
  { error: unknownKind("code") },
);

function textThat(isClean: (text: string) => boolean) {
  return z
    .string("This must be text")
    .min(1, "A text may not be empty")
    .refine(isClean, "The text contains a character that cannot be shown");
}

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
  .regex(/^[A-Za-z0-9][\w.-]{0,127}$/, "This is not a file of the library");

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

const picture = node("image", {
  attrs: attributes({ file, alt: line(1000).nullish(), caption: line(1000).nullish() }),
});

const galleryPicture: z.ZodType<PictureBlock> = picture;

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
    picture,
    node("gallery", { content: filledListOf(galleryPicture) }),
    node("video", { attrs: attributes({ url, caption: line(1000).nullish() }) }),
  ],
  { error: unknownKind("block") },
);

const doc: z.ZodType<RichText> = node("doc", { content: blocks });

/**
 * Schema of a stored rich text. It checks depth and size first, so that no input costs more than the largest valid text.
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

/** Schema of a node or mark with its type and the given keys only. */
function node<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.strictObject(
    { type: z.literal(type, `This must be “${type}”`), ...shape },
    { error: explainObject },
  );
}

/** Schema of attributes with the given keys only. */
function attributes<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject(shape, { error: explainObject });
}

function listOf<T extends z.ZodType>(part: T) {
  return z.array(part, "This must be a list");
}

function filledListOf<T extends z.ZodType>(part: T) {
  return listOf(part).min(1, "This may not be empty");
}

function line(most: number) {
  return z
    .string("This must be text")
    .max(most, `This is too long: at most ${most} characters`)
    .refine(isCleanLine, "This contains a character that cannot be shown");
}

function whole(least: number, most: number) {
  const wanted = `This must be a whole number from ${least} to ${most}`;
  return z.int(wanted).min(least, wanted).max(most, wanted);
}

/** Union message for an unknown type. */
function unknownKind(what: string) {
  return (issue: z.core.$ZodRawIssue): string => {
    const input: unknown = issue.input;
    if (typeof input !== "object" || input === null) return `This is not a ${what}`;
    const type: unknown = Reflect.get(input, "type");
    return typeof type === "string"
      ? `“${type.slice(0, 40)}” is not a supported ${what}`
      : `This is not a ${what}`;
  };
}

function explainObject(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== "unrecognized_keys") return "This must be an object";
  const keys = issue.keys as string[]; // the type of raw issues does not narrow by code
  return `${keys
    .slice(0, 5)
    .map((key) => `“${key.slice(0, 40)}”`)
    .join(", ")} may not be given here`;
}
