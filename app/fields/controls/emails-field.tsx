import type { EmailsInput } from "../types/emails.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { PlainTextarea } from "./parts/plain-input.tsx";

export const emailsControl: FieldControl<EmailsInput> = {
  Control: EmailsField,
  read: readText,
  blocks: blocksOfLines,
};

/** One address a line; commas part them as well. */
function EmailsField(props: FieldProps<EmailsInput>) {
  return <PlainTextarea {...props} attributes={{ dir: "ltr", inputMode: "email", rows: 2 }} />;
}
