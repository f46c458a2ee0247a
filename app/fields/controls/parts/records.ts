import type { TextBlock } from "../../differences/text-block.ts";
import type { FieldInput, FieldItem } from "../../field.ts";
import type { BlocksOfPart, PartOfForm, ReadPart } from "../control.ts";

/** The parts that were sent, under names that begin with `prefix`. */
export function readRecord(item: FieldItem, prefix: string, readPart: ReadPart): Record<string, unknown> {
  const parts = Object.entries(item).map(([name, input]) => [name, readPart(input, prefix + name)]);
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

/** Each filled part of a record under its own name. */
export function blocksOfRecord(item: FieldItem, record: unknown, blocksOf: BlocksOfPart): TextBlock[] {
  return Object.entries(item).flatMap(([name, part]) =>
    blocksOf(part, Reflect.get(Object(record), name)).map((one) => ({
      ...one,
      kind: part.label,
      key: `${part.label}\n${one.key}`,
    })),
  );
}

export function recordWithoutBlanks(
  item: FieldItem,
  record: unknown,
  withoutBlanks: (input: FieldInput, value: unknown) => unknown,
): unknown {
  if (typeof record !== "object" || record === null) return record;
  const parts = Object.entries(record).map(([name, value]) => {
    const input = item[name];
    return [name, input ? withoutBlanks(input, value) : value];
  });
  return Object.fromEntries(parts);
}

/** The parts of a record as fields of the form, each under its own name and after the label above it. */
export function insideRecord(item: FieldItem, record: unknown, name: string, above: string): PartOfForm[] {
  return Object.entries(item).map(([part, input]) => ({
    name: `${name}.${part}`,
    label: `${above}, ${input.label}`,
    input,
    value: Reflect.get(Object(record), part),
  }));
}
