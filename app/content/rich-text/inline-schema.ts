import { z } from "zod";
import { isLinkAddress } from "./addresses.ts";
import { isCleanCode, isCleanLine } from "./characters.ts";
import type { Inline, Mark, Text } from "./document.ts";
import { attributes, listOf, node, unknownKind } from "./shapes.ts";

const href = z.string("A link needs an address").refine(isLinkAddress, {
  error: "A link goes to a web address, an e-mail address, a phone number or a page of this site",
});

const mark: z.ZodType<Mark> = z.discriminatedUnion(
  "type",
  [
    node("link", { attrs: attributes({ href }) }),
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

export const inlineSchema: z.ZodType<Inline> = z.discriminatedUnion(
  "type",
  [node("text", { text: textThat(isCleanLine), marks }), node("hardBreak", { marks })],
  { error: unknownKind("text") },
);

export const codeTextSchema: z.ZodType<Text> = z.discriminatedUnion(
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
