import type { FieldInput } from "../field.ts";
import { categoriesControl } from "./categories-field.tsx";
import type { FieldControl } from "./control.ts";
import { entriesControl, entryControl } from "./entries-field.tsx";
import { flagControl } from "./flag-field.tsx";
import { groupControl } from "./group-field.tsx";
import { iconControl } from "./icon-field.tsx";
import { imageControl } from "./image-field.tsx";
import { imagesControl } from "./images-field.tsx";
import { listControl } from "./list-field.tsx";
import { markdownControl } from "./markdown-field.tsx";
import { openingHoursControl } from "./opening-hours-field.tsx";
import { orderControl } from "./order-field.tsx";
import {
  dateControl,
  emailControl,
  emailsControl,
  lineControl,
  linesControl,
  linkControl,
  numberControl,
  phoneControl,
  textControl,
  timeControl,
  urlControl,
} from "./plain-fields.tsx";
import { richTextControl } from "./rich-text-field.tsx";
import { choiceControl, timeZoneControl } from "./select-fields.tsx";
import { staffControl } from "./staff-field.tsx";
import { tagsControl } from "./tags-field.tsx";
import { ticksControl } from "./ticks-field.tsx";

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
