import {
  type DraftRecord,
  emptyDraftRecord,
  type SettingFormField,
  type SettingsDraft,
} from "./form-field.ts";

export type RowVerb = "add" | "remove" | "up" | "down" | "show" | "hide";

/** A draft after the press of a row's button: "offices:add", "offices.1:up", "home.order.work:hide". */
export function changeSettingRows(
  fields: readonly SettingFormField[],
  draft: DraftRecord,
  wish: string,
): DraftRecord {
  const [path = "", verb = ""] = wish.split(":");
  return changeRecord(fields, draft, { path, verb: verb as RowVerb }, ""); // any other word changes nothing
}

interface Wish {
  path: string;
  verb: RowVerb;
}

function changeRecord(
  fields: readonly SettingFormField[],
  draft: DraftRecord,
  wish: Wish,
  above: string,
): DraftRecord {
  const parts = fields.map((field) => {
    const path = above === "" ? field.name : `${above}.${field.name}`;
    return [field.name, changeOne(field, draft[field.name] ?? "", wish, path)] as const;
  });
  return Object.fromEntries(parts);
}

function changeOne(
  { input }: SettingFormField,
  draft: SettingsDraft,
  wish: Wish,
  path: string,
): SettingsDraft {
  if (wish.path !== path && !wish.path.startsWith(`${path}.`)) return draft;
  const rest = wish.path.slice(path.length + 1);
  // A group is a record and a list an array of them, as `emptyDraft` begins them.
  if (input.type === "group") return changeRecord(input.fields, draft as DraftRecord, wish, path);
  if (input.type === "order") return changeOrder(draft as string[], rest, wish.verb);
  if (input.type !== "list") return draft;
  const rows = draft as DraftRecord[];
  if (rest === "" && wish.verb === "add")
    return rows.length < input.max ? [...rows, emptyDraftRecord(input.fields)] : rows;
  return changePlace(rows, Number(rest), wish.verb);
}

/** Moves an item by one place, or takes it out. */
export function changePlace<Item>(items: readonly Item[], at: number, verb: RowVerb): Item[] {
  const item = items[at];
  if (item === undefined) return [...items];
  const others = items.filter((_, place) => place !== at);
  if (verb === "remove") return others;
  const to = verb === "up" ? at - 1 : verb === "down" ? at + 1 : at;
  if (to < 0 || to >= items.length) return [...items];
  return [...others.slice(0, to), item, ...others.slice(to)];
}

/** The same of names in an order; one that is shown again stands last. */
export function changeOrder(names: readonly string[], name: string, verb: RowVerb): string[] {
  const at = names.indexOf(name);
  if (verb === "show") return at === -1 ? [...names, name] : [...names];
  return changePlace(names, at, verb === "hide" ? "remove" : verb);
}
