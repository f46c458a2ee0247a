import { getSchema } from "@tiptap/core";
import { Node } from "@tiptap/pm/model";
import { expect, test } from "vitest";
import { normalDoc } from "#app/lib/rich-text/schema/normal.ts";
import { anyDoc } from "#app/lib/rich-text/schema/rich-text.arbitrary.ts";
import { richTextSchema } from "#app/lib/rich-text/schema/schema.ts";
import fc from "#tests/support/generated.ts";
import { mediaNodes, textSchema, toStored } from "./text-schema.ts";

const schema = getSchema([...textSchema, ...mediaNodes]);

test("every storable document is unchanged after a pass through the editor", () => {
  fc.assert(
    fc.property(anyDoc(), (doc) => {
      const node = Node.fromJSON(schema, doc);
      node.check();
      const back = toStored(node.toJSON());
      expect(back).toEqual(normalDoc(doc));
      expect(richTextSchema.safeParse(back).error).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

test("the editor has only the nodes, marks and attributes of stored text", () => {
  const attributesOf = (types: Record<string, { spec: { attrs?: object } }>) =>
    Object.fromEntries(
      Object.entries(types).map(([name, { spec }]) => [name, Object.keys(spec.attrs ?? {})]),
    );
  expect(attributesOf(schema.nodes)).toEqual({
    doc: [],
    paragraph: [],
    text: [],
    hardBreak: [],
    horizontalRule: [],
    heading: ["level"],
    blockquote: ["cite"],
    codeBlock: ["language"],
    bulletList: [],
    orderedList: ["start"],
    listItem: [],
    table: [],
    tableRow: [],
    tableCell: ["colspan", "rowspan"],
    tableHeader: ["colspan", "rowspan"],
    image: ["file", "alt", "caption"],
    gallery: [],
    video: ["url", "caption"],
  });
  expect(attributesOf(schema.marks)).toEqual({
    anchor: ["id"],
    link: ["href", "newTab"],
    bold: [],
    italic: [],
    strike: [],
    underline: [],
    code: [],
  });
});

test("unprintable characters are removed from the stored document", () => {
  const text = (value: string) => ({ type: "text", text: value });
  const stored = toStored({
    type: "doc",
    content: [
      { type: "paragraph", content: [text("a\u0000b\tc"), text("\u0007"), text("\ud800")] },
      { type: "codeBlock", attrs: { language: null }, content: [text("x\r\n\ty\u0000")] },
    ],
  });
  expect(richTextSchema.safeParse(stored).error).toBeUndefined();
  expect(JSON.stringify(stored)).toContain('"x\\n\\ty"');
});
