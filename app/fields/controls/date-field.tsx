import { LabelledField } from "#app/ui/field.tsx";
import type { DateInput } from "../types/date.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { textOf, useLabel } from "./parts/use-label.ts";

export const dateControl: FieldControl<DateInput> = {
  Control: DateField,
  read: readText,
  blocks: blocksOfLines,
};

function DateField({ name, input, value }: FieldProps<DateInput>) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => <input className="input" type="date" {...control} defaultValue={textOf(value)} />}
    </LabelledField>
  );
}
