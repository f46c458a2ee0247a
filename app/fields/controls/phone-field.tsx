import { LabelledField } from "#app/ui/field.tsx";
import type { PhoneInput } from "../types/phone.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { textOf, useLabel } from "./use-label.ts";

export const phoneControl: FieldControl<PhoneInput> = {
  Control: PhoneField,
  read: readText,
  blocks: blocksOfLines,
};

function PhoneField({ name, input, value }: FieldProps<PhoneInput>) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <input
          className="input"
          {...control}
          type="tel"
          inputMode="tel"
          defaultValue={textOf(value)}
          dir="ltr"
        />
      )}
    </LabelledField>
  );
}
