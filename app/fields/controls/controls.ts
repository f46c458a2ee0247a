import type { FieldInput } from "../field.ts";
import { categoriesControl } from "./categories-field.tsx";
import type { FieldControl } from "./control.ts";
import { entriesControl, entryControl } from "./entries-field.tsx";
import { iconControl } from "./icon-field.tsx";
import { imageControl, imagesControl } from "./image-fields.tsx";
import { openingHoursControl } from "./opening-hours-field.tsx";
import { orderControl } from "./order-field.tsx";
import {
  choiceControl,
  dateControl,
  emailControl,
  emailsControl,
  flagControl,
  lineControl,
  linesControl,
  linkControl,
  numberControl,
  phoneControl,
  textControl,
  timeControl,
  timeZoneControl,
  urlControl,
} from "./plain-fields.tsx";
import { groupControl, listControl } from "./record-fields.tsx";
import { markdownControl, richTextControl } from "./rich-text-field.tsx";
import { tagsControl } from "./tags-field.tsx";
import { staffControl, ticksControl } from "./ticks-field.tsx";

/** How each type is typed in and read, by its name: the one list of types that browsers know. */
const controls: Readonly<Record<string, FieldControl>> = {
  categories: categoriesControl,
  choice: choiceControl,
  date: dateControl,
  email: emailControl,
  emails: emailsControl,
  entries: entriesControl,
  entry: entryControl,
  flag: flagControl,
  group: groupControl,
  icon: iconControl,
  image: imageControl,
  images: imagesControl,
  line: lineControl,
  lines: linesControl,
  link: linkControl,
  list: listControl,
  markdown: markdownControl,
  number: numberControl,
  openingHours: openingHoursControl,
  order: orderControl,
  staff: staffControl,
  phone: phoneControl,
  richText: richTextControl,
  tags: tagsControl,
  text: textControl,
  ticks: ticksControl,
  time: timeControl,
  timeZone: timeZoneControl,
  url: urlControl,
};

/** Throws when nobody has said how the type is typed in. */
export function controlOf({ type }: FieldInput): FieldControl {
  const control = controls[type];
  if (!control) throw new TypeError(`No control is registered for fields of the type ${type}`);
  return control;
}
