import type { AnyExtension } from "@tiptap/core";
import { Bold } from "@tiptap/extension-bold";
import { Code } from "@tiptap/extension-code";
import { Document } from "@tiptap/extension-document";
import { HardBreak } from "@tiptap/extension-hard-break";
import { HorizontalRule } from "@tiptap/extension-horizontal-rule";
import { Italic } from "@tiptap/extension-italic";
import { BulletList, ListItem, ListKeymap } from "@tiptap/extension-list";
import { Paragraph } from "@tiptap/extension-paragraph";
import { Strike } from "@tiptap/extension-strike";
import { Text } from "@tiptap/extension-text";
import { Underline } from "@tiptap/extension-underline";
import { LinkMark } from "./link-mark.ts";
import { tableNodes } from "./table-nodes.ts";
import { OurBlockquote, OurCodeBlock, OurHeading, OurOrderedList } from "./text-nodes.ts";

const nodes: AnyExtension[] = [
  Document,
  Paragraph,
  Text,
  HardBreak,
  OurHeading,
  OurBlockquote,
  OurCodeBlock,
  HorizontalRule,
  BulletList,
  OurOrderedList,
  ListItem,
  ListKeymap,
];

/** The stock mark tolerates no other beside it; ours does, as the stored text may hold both. */
const OurCode = Code.extend({ excludes: "" });

const marks: AnyExtension[] = [LinkMark, Bold, Italic, Strike, Underline, OurCode];

/** What our rich text holds, no more and no less: `schema.test.ts` holds it against the server's. Pictures and videos come with their views. */
export const textSchema: AnyExtension[] = [...nodes, ...tableNodes, ...marks];
