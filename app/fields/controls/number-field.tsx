import { LabelledField } from "#app/ui/field.tsx";
import type { NumberInput } from "../types/number.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { textOf, useLabel } from "./parts/use-label.ts";

export const numberControl: FieldControl<NumberInput> = {
  Control: NumberField,
  read: readText,
  blocks: (value) => blocksOfLines(typeof value === "number" ? String(value) : value),
};

function NumberField({ name, input, value }: FieldProps<NumberInput>) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <input
          className="input num"
          {...control}
          defaultValue={typeof value === "number" ? String(value) : textOf(value)}
          inputMode={input.isWhole ? "numeric" : "decimal"}
        />
      )}
    </LabelledField>
  );
}
