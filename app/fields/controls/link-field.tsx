import type { LinkInput } from "../types/link.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { PlainInput } from "./parts/plain-input.tsx";

export const linkControl: FieldControl<LinkInput> = {
  Control: LinkField,
  read: readText,
  blocks: blocksOfLines,
};

const attributes = { inputMode: "url", dir: "ltr" } as const;

/** Paths of this site are no addresses to a browser's own check. */
function LinkField(props: FieldProps<LinkInput>) {
  return <PlainInput {...props} attributes={attributes} />;
}
