import type { LinesInput } from "../types/lines.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { PlainTextarea } from "./parts/plain-input.tsx";

export const linesControl: FieldControl<LinesInput> = {
  Control: LinesField,
  read: readText,
  blocks: blocksOfLines,
};

function LinesField(props: FieldProps<LinesInput>) {
  const { input, value } = props;
  const text = Array.isArray(value) ? value.join("\n") : value;
  return <PlainTextarea {...props} value={text} attributes={{ dir: "auto", rows: input.max }} />;
}
