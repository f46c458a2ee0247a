import { LabelledField } from "#app/ui/field.tsx";
import type { LinkInput } from "../types/link.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { textOf, useLabel } from "./use-label.ts";

export const linkControl: FieldControl<LinkInput> = {
  Control: LinkField,
  read: readText,
  blocks: blocksOfLines,
};

function LinkField({ name, input, value }: FieldProps<LinkInput>) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        // Paths of this site are no addresses to a browser's own check.
        <input className="input" {...control} inputMode="url" defaultValue={textOf(value)} dir="ltr" />
      )}
    </LabelledField>
  );
}
