import { LabelledField } from "#app/ui/field.tsx";
import { blocksOfDocument } from "../differences/rich-text-blocks.ts";
import type { MarkdownInput } from "../types/markdown.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { textOf, useLabel } from "./parts/use-label.ts";

export const markdownControl: FieldControl<MarkdownInput> = {
  Control: MarkdownField,
  read: readText,
  blocks: (value, names) =>
    typeof value === "string" ? blocksOfLines(value) : blocksOfDocument(value, names),
};

function MarkdownField({ name, input, value }: FieldProps<MarkdownInput>) {
  return (
    <LabelledField {...useLabel(name, input)} isWide>
      {(control) => (
        <textarea
          className="input prose"
          {...control}
          defaultValue={textOf(value)}
          dir="auto"
          rows={14}
          spellCheck
        />
      )}
    </LabelledField>
  );
}
