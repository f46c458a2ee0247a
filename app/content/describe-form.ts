import { type DescribedField, describeFields, type Fields } from "#app/fields/field.ts";
import type { Kind } from "./kind.ts";

/** A field as the form of its kind draws it: beside the text that readers see, or among the settings. */
export type EntryFormField = DescribedField & { column: "page" | "side" };

/** A kind's form as plain data: made on the server, drawn by one screen for all kinds. */
export interface EntryFormDescription {
  kind: string;
  /** Path below /api. */
  plural: string;
  label: { one: string; many: string };
  dashboard: { list: string; add: string; edit: string };
  /** Public address of the list; an entry stands below it where it has a page. */
  path: string;
  hasPage: boolean;
  fields: Record<string, EntryFormField>;
}

export function describeForm(kind: Kind): EntryFormDescription {
  const { name, plural, label, dashboard, path, hasPage } = kind;
  const described = fieldsOfForm(kind).map(([field, input]) => [
    field,
    {
      ...input,
      column: columnOf(field, kind.fields),
    },
  ]);
  return { kind: name, plural, label, dashboard, path, hasPage, fields: Object.fromEntries(described) };
}

/** What search engines see is thought of last; an entry without a page has neither that nor a cover. */
function fieldsOfForm(kind: Kind): [string, DescribedField][] {
  const all = Object.entries(describeFields(kind.fields));
  const last = all.filter(([name]) => name === "seo");
  const own = all.filter(([name]) => name !== "seo");
  return kind.hasPage ? [...own, ...last] : own.filter(([name]) => name !== "cover");
}

function columnOf(name: string, fields: Fields): EntryFormField["column"] {
  if (name === "title") return "page";
  return name === "seo" ? "side" : (fields[name]?.column ?? "side");
}
