import { LabelledField } from "#app/ui/field.tsx";
import { useForm } from "../form-context.ts";
import type { TextInput } from "../types/text.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { LengthCounter } from "./parts/length-counter.tsx";
import { textOf, useLabel } from "./parts/use-label.ts";

export const textControl: FieldControl<TextInput> = {
  Control: TextField,
  read: readText,
  blocks: blocksOfLines,
};

function TextField({ name, input, value }: FieldProps<TextInput>) {
  const { layout } = useForm();
  return (
    <LabelledField {...useLabel(name, input)} isWide={layout === "grid"}>
      {(control) => (
        <>
          <textarea
            className="input"
            rows={3}
            {...control}
            defaultValue={textOf(value)}
            {...(layout === "grid" ? { maxLength: input.max, dir: "auto" } : {})}
          />
          {layout === "column" && <LengthCounter for={control.id} max={input.max} />}
        </>
      )}
    </LabelledField>
  );
}
