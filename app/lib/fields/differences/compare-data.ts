import { controlOf } from "../controls/controls.ts";
import type { FieldInput, FieldItem } from "../inputs.ts";
import { type BlockDifference, compareBlocks } from "./compare-blocks.ts";
import type { NamesById, TextBlock } from "./text-blocks.ts";

export type { BlockDifference, WordDifference as Piece } from "./compare-blocks.ts";
export type { NamesById as Names } from "./text-blocks.ts";

/** Values of a version by field name. */
export type Values = Readonly<Record<string, unknown>>;

export interface FieldDifference {
  name: string;
  label: string;
  blocks: BlockDifference[];
}

/** Differences between two versions in the order of the form, without equal fields. Runs in browsers too. */
export function compareData(
  form: FieldItem,
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

/** Whether two values are equal, ignoring the order of keys; a missing value equals an empty one. */
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

function blocksOfField(input: FieldInput, value: unknown, names: NamesById): TextBlock[] {
  return controlOf(input).blocks(value, names, input, (part, partValue) =>
    blocksOfField(part, partValue, names),
  );
}
