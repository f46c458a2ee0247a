import type { DraftRecord } from "#app/company/section-draft.ts";
import type { FieldItem } from "#app/fields/field.ts";
import { readFields, withoutBlankRows } from "#app/fields/read-form.ts";

/** What a form sent, as the draft it shows again; `fields` carry their whole paths. */
export function readSettingsDraft(fields: FieldItem, sent: Readonly<Record<string, string>>): DraftRecord {
  const pairs = Object.entries(sent).map(([name, text]) => [name, text.replace(/\r\n?/g, "\n")] as const);
  return withoutBlankRows(fields, readFields(fields, pairs));
}
