import type { FieldInput } from "../field.ts";
import type { RichText } from "../rich-text/document.ts";
import { blocksOfRichText, lost, type Names } from "./rich-text-blocks.ts";
import { block, type TextBlock } from "./text-block.ts";

/** A field's value as a person reads it, piece by piece; ids by their names. */
export function blocksOfField(input: FieldInput, value: unknown, names: Names): TextBlock[] {
  switch (input.type) {
    case "richText":
      return isRichText(value) ? blocksOfRichText(value, names) : [];
    case "flag":
      return [block("", value === true ? "Yes" : "No")];
    case "image":
    case "images":
    case "entry":
    case "entries":
    case "categories":
      return textsIn(value).map((id) => block("", names[id] ?? lost, { sign: id }));
    case "list":
    case "group":
      return [value].flat().flatMap((row) => blocksOfRow(input.item, row, names));
    default:
      return textsIn(value).flatMap((text) =>
        text
          .split("\n")
          .filter(Boolean)
          .map((line) => block("", line)),
      );
  }
}

/** Each filled part of a row under its own name. */
function blocksOfRow(
  item: Record<string, FieldInput & { label: string }>,
  row: unknown,
  names: Names,
): TextBlock[] {
  return Object.entries(item).flatMap(([name, part]) =>
    blocksOfField(part, Reflect.get(Object(row), name), names).map((one) => ({
      ...one,
      kind: part.label,
      key: `${part.label}\n${one.key}`,
    })),
  );
}

function textsIn(value: unknown): string[] {
  return [value].flat().filter((one): one is string => typeof one === "string" && one !== "");
}

function isRichText(value: unknown): value is RichText {
  return (
    typeof value === "object" && value !== null && "content" in value && Array.isArray(value.content) // what a form holds was made by the editor of such texts
  );
}
