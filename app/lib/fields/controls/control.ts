import type { ReactNode } from "react";
import { block, missingLabel, type NamesById, type TextBlock } from "../differences/text-blocks.ts";
import { useForm } from "../form-context.ts";
import type { ControlName, DescribedField, FieldInput, FieldItem, InputOf } from "../inputs.ts";
import { textsOf } from "../texts-of.ts";

/** Submitted form values by field name. */
export type Sent = ReadonlyMap<string, string[]>;

export interface FieldProps<Name extends ControlName = ControlName> {
  /** Submitted name: `title`, `seo.title`, `features.0.title`. */
  name: string;
  input: DescribedField<InputOf<Name>>;
  value: unknown;
  /** Renders a nested field. */
  draw(part: { name: string; input: DescribedField; value: unknown }): ReactNode;
}

/** Reads the value of a nested field. */
export type ReadPart = (input: FieldInput, name: string) => unknown;
export type BlocksOfPart = (input: FieldInput, value: unknown) => TextBlock[];

/** Nested field with its path, label and value. */
export interface PartOfForm {
  name: string;
  /** Label with those of its parents. */
  label: string;
  input: DescribedField;
  value: unknown;
}

/** Behaviour of a form control, in the browser and on the server. */
export interface FieldControl<Name extends ControlName = ControlName> {
  Control(props: FieldProps<Name>): ReactNode;
  /** Submitted value before validation; undefined if the field was not submitted. */
  read(sent: Sent, name: string, input: InputOf<Name>, readPart: ReadPart): unknown;
  /** Readable value as text blocks, with names in place of ids. */
  blocks(value: unknown, names: NamesById, input: InputOf<Name>, blocksOf: BlocksOfPart): TextBlock[];
  /** Nested fields. A list has none: it is compared as one value, because its rows have no stable names. */
  inside?(name: string, value: unknown, input: DescribedField<InputOf<Name>>): PartOfForm[];
  /** Removes empty rows from a value. */
  withoutBlanks?(
    value: unknown,
    input: InputOf<Name>,
    withoutBlanks: (input: FieldInput, value: unknown) => unknown,
  ): unknown;
}

/** Fields of a form or a group with their values. @param above the group that contains them */
export function partsOfForm(
  form: FieldItem,
  values: unknown,
  above?: { name: string; label: string },
): PartOfForm[] {
  return Object.entries(form).map(([name, input]) => ({
    name: above ? `${above.name}.${name}` : name,
    label: above ? `${above.label}, ${input.label}` : input.label,
    input,
    value: Reflect.get(Object(values), name),
  }));
}

export function readText(sent: Sent, name: string): string | undefined {
  return sent.get(name)?.[0];
}

/** Submitted id; null if the choice was cleared. */
export function readId(sent: Sent, name: string): string | null | undefined {
  const id = readText(sent, name);
  return id === undefined ? undefined : id || null;
}

export function readIds(sent: Sent, name: string): string[] {
  return (sent.get(name) ?? []).filter((id) => id !== "");
}

export function blocksOfLines(value: unknown): TextBlock[] {
  return textsOf(value).flatMap((text) =>
    text
      .split("\n")
      .filter(Boolean)
      .map((line) => block("", line)),
  );
}

export function blocksOfIds(value: unknown, names: NamesById): TextBlock[] {
  return textsOf(value).map((id) => block("", names[id] ?? missingLabel, { sign: id }));
}

/** Label props shared by every field. */
export function useLabel(name: string, { label, hint }: DescribedField) {
  const { errors } = useForm();
  return { name, label, error: errors[name], ...(hint ? { hint } : {}) };
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function idsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
