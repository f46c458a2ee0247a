import type { InputHTMLAttributes, TextareaHTMLAttributes } from "react";
import { LabelledField } from "#app/ui/field.tsx";
import type { FieldProps } from "../control.ts";
import { textOf, useLabel } from "./use-label.ts";

interface PlainInputProps extends FieldProps {
  /** What a browser is told of the text, such as the keyboard it takes. */
  attributes: InputHTMLAttributes<HTMLInputElement>;
}

/** One line of text of a certain sort. */
export function PlainInput({ name, input, value, attributes }: PlainInputProps) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => <input className="input" {...attributes} {...control} defaultValue={textOf(value)} />}
    </LabelledField>
  );
}

interface PlainTextareaProps extends FieldProps {
  attributes: TextareaHTMLAttributes<HTMLTextAreaElement>;
}

/** Several lines of text of a certain sort. */
export function PlainTextarea({ name, input, value, attributes }: PlainTextareaProps) {
  return (
    <LabelledField {...useLabel(name, input)} isWide>
      {(control) => <textarea className="input" {...attributes} {...control} defaultValue={textOf(value)} />}
    </LabelledField>
  );
}
