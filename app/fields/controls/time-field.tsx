import { LabelledField } from "#app/ui/field.tsx";
import type { TimeInput } from "../types/time.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { textOf, useLabel } from "./parts/use-label.ts";

export const timeControl: FieldControl<TimeInput> = {
  Control: TimeField,
  read: readText,
  blocks: blocksOfLines,
};

function TimeField({ name, input, value }: FieldProps<TimeInput>) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => <input className="input" type="time" {...control} defaultValue={textOf(value)} />}
    </LabelledField>
  );
}
