import { LabelledField } from "#app/ui/field.tsx";
import { useForm } from "../form-context.ts";
import type { LineInput } from "../types/line.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { LengthCounter } from "./parts/length-counter.tsx";
import { textOf, useLabel } from "./parts/use-label.ts";

export const lineControl: FieldControl<LineInput> = {
  Control: LineField,
  read: readText,
  blocks: blocksOfLines,
};

function LineField({ name, input, value }: FieldProps<LineInput>) {
  const { layout } = useForm();
  return (
    <LabelledField {...useLabel(name, input)} isOptional={false}>
      {(control) => (
        <>
          <input
            className="input"
            {...control}
            defaultValue={textOf(value)}
            required={input.isRequired}
            {...(layout === "grid" ? { maxLength: input.max, dir: "auto" } : {})}
          />
          {layout === "column" && <LengthCounter for={control.id} max={input.max} />}
        </>
      )}
    </LabelledField>
  );
}
