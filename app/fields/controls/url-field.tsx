import { LabelledField } from "#app/ui/field.tsx";
import type { UrlInput } from "../types/url.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { textOf, useLabel } from "./use-label.ts";

export const urlControl: FieldControl<UrlInput> = {
  Control: UrlField,
  read: readText,
  blocks: blocksOfLines,
};

function UrlField({ name, input, value }: FieldProps<UrlInput>) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <input
          className="input"
          inputMode="url"
          placeholder="https://"
          spellCheck={false}
          {...control}
          defaultValue={textOf(value)}
        />
      )}
    </LabelledField>
  );
}
