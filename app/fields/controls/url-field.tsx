import type { UrlInput } from "../types/url.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { PlainInput } from "./parts/plain-input.tsx";

export const urlControl: FieldControl<UrlInput> = {
  Control: UrlField,
  read: readText,
  blocks: blocksOfLines,
};

const attributes = { inputMode: "url", placeholder: "https://", spellCheck: false } as const;

function UrlField(props: FieldProps<UrlInput>) {
  return <PlainInput {...props} attributes={attributes} />;
}
