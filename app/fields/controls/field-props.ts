import type { ReactNode } from "react";
import type { FieldItem } from "#app/fields/field.ts";

export type Input = FieldItem[string];

type InputOf<Type> = Input extends infer One
  ? One extends { type: infer Name }
    ? Type extends Name
      ? One
      : never
    : never
  : never;

export interface FieldProps<Type extends Input["type"]> {
  /** As it is sent: `title`, `seo.title`, `features.0.title`. */
  name: string;
  input: InputOf<Type>;
  value: unknown;
}

/** A field that holds others; `draw` draws one of them. */
export interface RecordFieldProps<Type extends Input["type"]> extends FieldProps<Type> {
  draw(part: { name: string; input: Input; value: unknown }): ReactNode;
}
