/** How a setting is typed in; plain data, so that a form can be drawn from it without code of its own. */
export type SettingInput =
  | { type: "line" | "text"; max: number }
  | { type: "email" | "tel" | "link" | "richText" | "flag" | "timeZone" }
  | { type: "number"; min: number; max: number; isWhole: boolean }
  /** Short texts, one a line. */
  | { type: "lines"; max: number }
  /** Names in an order; those left out are not shown. */
  | { type: "order"; options: readonly { value: string; label: string }[] }
  | { type: "list"; one: string; max: number; fields: readonly SettingFormField[] }
  | { type: "group"; fields: readonly SettingFormField[] };

export interface SettingFormField {
  name: string;
  label: string;
  hint: string;
  input: SettingInput;
}

/** A setting as it stands in a form: texts, ticks, rows of them. A rich text is Markdown here. */
export type SettingsDraft = string | boolean | readonly string[] | readonly DraftRecord[] | DraftRecord;
export interface DraftRecord {
  readonly [name: string]: SettingsDraft;
}

/** What a form begins with where nothing was ever said. */
export function emptyDraft({ input }: Pick<SettingFormField, "input">): SettingsDraft {
  if (input.type === "flag") return false;
  if (input.type === "list") return [];
  if (input.type === "order") return input.options.map(({ value }) => value);
  return input.type === "group" ? emptyDraftRecord(input.fields) : "";
}

export function emptyDraftRecord(fields: readonly SettingFormField[]): DraftRecord {
  return Object.fromEntries(fields.map((field) => [field.name, emptyDraft(field)]));
}
