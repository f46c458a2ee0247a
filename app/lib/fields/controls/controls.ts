import type { ControlName, FieldInput } from "../inputs.ts";
import { categoriesControl } from "./categories-field.tsx";
import { checkboxesControl, staffControl } from "./checkboxes-field.tsx";
import type { FieldControl, PartOfForm } from "./control.ts";
import { entriesControl, entryControl } from "./entries-field.tsx";
import { iconControl } from "./icon-field.tsx";
import { imageControl, imagesControl } from "./image-fields.tsx";
import { openingHoursControl } from "./opening-hours-field.tsx";
import { orderControl } from "./order-field.tsx";
import {
  checkboxControl,
  inputControl,
  lineControl,
  numberControl,
  selectControl,
  textareaControl,
  textControl,
} from "./plain-fields.tsx";
import { groupControl, listControl } from "./record-fields.tsx";
import { markdownControl, richTextControl } from "./rich-text-field.tsx";
import { tagsControl } from "./tags-field.tsx";

/** Every control by its name. */
const controls: { readonly [Name in ControlName]: FieldControl<Name> } = {
  categories: categoriesControl,
  checkbox: checkboxControl,
  checkboxes: checkboxesControl,
  entries: entriesControl,
  entry: entryControl,
  group: groupControl,
  icon: iconControl,
  image: imageControl,
  images: imagesControl,
  input: inputControl,
  line: lineControl,
  list: listControl,
  markdown: markdownControl,
  number: numberControl,
  openingHours: openingHoursControl,
  order: orderControl,
  richText: richTextControl,
  select: selectControl,
  staff: staffControl,
  tags: tagsControl,
  text: textControl,
  textarea: textareaControl,
};

export function controlOf({ control }: FieldInput): FieldControl {
  return controls[control] as FieldControl; // the map pairs each name with its own input type
}

/** Fields of a group; null for a field with a single value. */
export function insideGroup({ name, label, input, value }: PartOfForm): PartOfForm[] | null {
  return controlOf(input).inside?.(name, value, { ...input, label }) ?? null;
}
