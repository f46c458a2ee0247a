import { LabelledField } from "#app/ui/field.tsx";
import type { EmailInput } from "../types/email.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { textOf, useLabel } from "./use-label.ts";

export const emailControl: FieldControl<EmailInput> = {
  Control: EmailField,
  read: readText,
  blocks: blocksOfLines,
};

function EmailField({ name, input, value }: FieldProps<EmailInput>) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <input
          className="input"
          {...control}
          type="email"
          inputMode="email"
          defaultValue={textOf(value)}
          dir="ltr"
        />
      )}
    </LabelledField>
  );
}
