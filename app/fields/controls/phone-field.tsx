import type { PhoneInput } from "../types/phone.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { PlainInput } from "./parts/plain-input.tsx";

export const phoneControl: FieldControl<PhoneInput> = {
  Control: PhoneField,
  read: readText,
  blocks: blocksOfLines,
};

const attributes = { type: "tel", inputMode: "tel", dir: "ltr" } as const;

function PhoneField(props: FieldProps<PhoneInput>) {
  return <PlainInput {...props} attributes={attributes} />;
}
