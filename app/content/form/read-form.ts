import type { FieldInput, FieldItem } from "#app/fields/field.ts";
import { findJsonExcess } from "#app/text/json-bounds.ts";

/** What a form sends: names and texts, in the order in which they stand in it. */
export type SentPairs = readonly (readonly [name: string, text: string])[];

/**
 * Makes of a form's plain names, such as `seo.title` and `features.0.title`, the values of its fields, for the kind's
 * schema to judge. Runs in browsers too. A text that was not sent at all is left out, so that it stays as it is.
 */
export function readEntryForm(fields: FieldItem, pairs: SentPairs): Record<string, unknown> {
  const sent = new Map<string, string[]>();
  for (const [name, text] of pairs) sent.set(name, [...(sent.get(name) ?? []), text]);
  return readParts(fields, "", sent);
}

/** Spare rows, with nothing in them, are no rows. */
export function withoutBlankRows(
  fields: FieldItem,
  values: Record<string, unknown>,
): Record<string, unknown> {
  const kept = Object.entries(values).map(([name, value]) => {
    const isList = fields[name]?.type === "list" && Array.isArray(value);
    return [name, isList ? value.filter(hasContent) : value];
  });
  return Object.fromEntries(kept);
}

type Sent = ReadonlyMap<string, string[]>;

function readParts(item: FieldItem, prefix: string, sent: Sent): Record<string, unknown> {
  const parts = Object.entries(item).map(([name, input]) => [name, readValue(input, prefix + name, sent)]);
  return Object.fromEntries(parts.filter(([, value]) => value !== undefined));
}

function readValue(input: FieldInput, name: string, sent: Sent): unknown {
  const all = sent.get(name) ?? [];
  switch (input.type) {
    case "flag":
      return all.length > 0;
    case "image":
    case "entry":
      return all[0] === undefined ? undefined : all[0] || null;
    case "images":
    case "entries":
    case "categories":
      return all.filter((id) => id !== "");
    case "tags":
      return readTags(all, sent.get(`${name}.typed`) ?? []);
    case "richText":
      return readRichText(all[0], sent.get(`${name}.json`)?.[0]);
    case "group":
      return readParts(input.item, `${name}.`, sent);
    case "list":
      return readRows(input.item, name, sent);
    default:
      return all[0];
  }
}

/** Tags chosen one by one stand for themselves; those typed into one line are parted by commas. */
function readTags(chosen: string[], typed: string[]): string[] {
  const parted = typed.flatMap((line) => line.split(/[,\n]/)).map((tag) => tag.trim());
  return [...new Set([...chosen, ...parted])].filter((tag) => tag !== "");
}

/** The plain text area speaks Markdown; where there is none, the editor has sent its document. */
function readRichText(markdown: string | undefined, json: string | undefined): unknown {
  if (markdown !== undefined) return { markdown };
  if (json === undefined) return undefined;
  // What no document can be is judged as the text it is, and refused in words.
  if (findJsonExcess(json) !== null) return json;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** Rows in the order they stand in the form, whatever their numbers. */
function readRows(item: FieldItem, name: string, sent: Sent): Record<string, unknown>[] {
  const before = `${name}.`;
  const numbers = [...sent.keys()]
    .filter((key) => key.startsWith(before))
    .map((key) => /^\d{1,6}(?=\.)/.exec(key.slice(before.length))?.[0]);
  const rows = [...new Set(numbers)].flatMap((number) => (number === undefined ? [] : number));
  return rows.map((number) => readParts(item, `${before}${number}.`, sent));
}

function hasContent(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasContent);
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasContent);
  return value !== "" && value !== null && value !== undefined && value !== false;
}
