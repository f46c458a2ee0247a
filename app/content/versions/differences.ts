import type { FieldInput } from "#app/fields/field.ts";
import type { RichText } from "#app/rich-text/schema/document.ts";
import { type BlockDifference, compareBlocks } from "./differences/compare-blocks.ts";
import { blocksOfRichText, lost, type NamesById } from "./differences/rich-text-blocks.ts";
import { block, type TextBlock } from "./differences/text-block.ts";

export type { BlockDifference } from "./differences/compare-blocks.ts";
export type { NamesById as Names } from "./differences/rich-text-blocks.ts";
export type { WordDifference as Piece } from "./differences/words.ts";

/** A kind's form as plain data, as `describeFields` makes it. */
export type FormDescription = Record<string, FieldInput & { label: string }>;

/** What a version holds, by the names of its fields. */
export type Values = Readonly<Record<string, unknown>>;

export interface FieldDifference {
  name: string;
  label: string;
  blocks: BlockDifference[];
}

/** What differs between two versions, field by field in the order of the form; equal fields are left out. Runs in browsers too. */
export function compareData(
  form: FormDescription,
  before: Values,
  after: Values,
  names: NamesById,
): FieldDifference[] {
  return Object.entries(form)
    .filter(([name]) => !isSame(before[name], after[name]))
    .map(([name, input]) => ({
      name,
      label: input.label,
      blocks: compareBlocks(
        blocksOfField(input, before[name], names),
        blocksOfField(input, after[name], names),
      ),
    }));
}

/** Whether two values say the same, in whatever order their keys stand; what is not there is the same as nothing. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(normal(one)) === JSON.stringify(normal(other));
}

function normal(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(normal);
  if (typeof value !== "object" || value === null) return value ?? null;
  const filled = Object.entries(value)
    .map(([key, part]) => [key, normal(part)] as const)
    .filter(([, part]) => part !== null)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return filled.length === 0 ? null : Object.fromEntries(filled);
}

/** A field's value as a person reads it, piece by piece; ids by their names. */
function blocksOfField(input: FieldInput, value: unknown, names: NamesById): TextBlock[] {
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
  names: NamesById,
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
