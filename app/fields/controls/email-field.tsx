import type { EmailInput } from "../types/email.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { PlainInput } from "./parts/plain-input.tsx";

export const emailControl: FieldControl<EmailInput> = {
  Control: EmailField,
  read: readText,
  blocks: blocksOfLines,
};

const attributes = { type: "email", inputMode: "email", dir: "ltr" } as const;

function EmailField(props: FieldProps<EmailInput>) {
  return <PlainInput {...props} attributes={attributes} />;
}
