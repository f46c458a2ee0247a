import { LabelledField } from "#app/ui/field.tsx";
import type { LinesInput } from "../types/lines.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { textOf, useLabel } from "./parts/use-label.ts";

export const linesControl: FieldControl<LinesInput> = {
  Control: LinesField,
  read: readText,
  blocks: blocksOfLines,
};

function LinesField({ name, input, value }: FieldProps<LinesInput>) {
  return (
    <LabelledField {...useLabel(name, input)} isWide>
      {(control) => (
        <textarea
          className="input"
          {...control}
          defaultValue={Array.isArray(value) ? value.join("\n") : textOf(value)}
          dir="auto"
          rows={input.max}
        />
      )}
    </LabelledField>
  );
}
