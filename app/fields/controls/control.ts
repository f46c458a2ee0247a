import type { ReactNode } from "react";
import { block, missingLabel, type NamesById, type TextBlock } from "../differences/text-blocks.ts";
import { useForm } from "../form-context.ts";
import type { ControlName, DescribedField, FieldInput, FieldItem, InputOf } from "../inputs.ts";
import { textsOf } from "../texts-of.ts";

/** What a form sent, by name. */
export type Sent = ReadonlyMap<string, string[]>;

export interface FieldProps<Name extends ControlName = ControlName> {
  /** As it is sent: `title`, `seo.title`, `features.0.title`. */
  name: string;
  input: DescribedField<InputOf<Name>>;
  value: unknown;
  /** Draws a field that this one holds. */
  draw(part: { name: string; input: DescribedField; value: unknown }): ReactNode;
}

/** Reads the value of a field that another one holds. */
export type ReadPart = (input: FieldInput, name: string) => unknown;
export type BlocksOfPart = (input: FieldInput, value: unknown) => TextBlock[];

/** A field that another one holds. */
export interface PartOfForm {
  name: string;
  /** With the labels above it. */
  label: string;
  input: DescribedField;
  value: unknown;
}

/** What forms do with the fields that name a control, in the browser and on the server. */
export interface FieldControl<Name extends ControlName = ControlName> {
  Control(props: FieldProps<Name>): ReactNode;
  /** The value as it was sent, for the schema to judge; undefined when nothing was. */
  read(sent: Sent, name: string, input: InputOf<Name>, readPart: ReadPart): unknown;
  /** The value as a person reads it, piece by piece, ids by their names. */
  blocks(value: unknown, names: NamesById, input: InputOf<Name>, blocksOf: BlocksOfPart): TextBlock[];
  /** The fields that it holds, where it says nothing itself. A list is one value: its rows have no names to know them by. */
  inside?(name: string, value: unknown, input: DescribedField<InputOf<Name>>): PartOfForm[];
  /** Without rows in which nothing stands. */
  withoutBlanks?(
    value: unknown,
    input: InputOf<Name>,
    withoutBlanks: (input: FieldInput, value: unknown) => unknown,
  ): unknown;
}

/** The fields of a form, or of a part of one, with their values. @param above the part whose fields they are */
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

/** An id of something chosen; null when it was taken away. */
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

/** What every field's label stands on. */
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
