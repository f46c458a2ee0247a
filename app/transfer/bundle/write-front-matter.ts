import { type DataOf, fieldsOfKind, type Kind } from "#app/content/kind.ts";
import type { FieldInput } from "#app/fields/field.ts";
import { toMarkdown } from "#app/rich-text/markdown/markdown.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import { linkByName } from "./file-links.ts";
import { isRecord } from "./format-issues.ts";
import { textField } from "./front-matter.ts";

/** What ids are called in files; null for what is not exported. */
export interface IdNames {
  picture(id: string): string | null;
  /** With its folder, such as `documents/price-list.pdf`. */
  file(id: string): string | null;
  category(id: string): string | null;
  entry(id: string): string | null;
}

/** A version as it is written down: its fields in a fixed order, empty ones left out, and its text in Markdown. */
export interface FrontMatterFile {
  fields: Record<string, unknown>;
  text: string;
}

/** The other way round of `dataOf`; `life` stands behind title, summary and cover. */
export function writeFrontMatter(
  kind: Kind,
  data: DataOf<Kind>,
  life: Record<string, unknown>,
  names: IdNames,
): FrontMatterFile {
  const text = Reflect.get(data, textField);
  const written = fieldsOfKind(kind).flatMap(([name, { input }]) => {
    const value = name === textField ? undefined : writeValue(Reflect.get(data, name), input, names);
    return value === undefined ? [] : [[name, value] as const];
  });
  const isFirst = ([name]: readonly [string, unknown]) => ["title", "summary", "cover"].includes(name);
  const isLast = ([name]: readonly [string, unknown]) => name === "seo";
  return {
    fields: Object.fromEntries([
      ...written.filter(isFirst),
      ...Object.entries(life),
      ...written.filter((one) => !isFirst(one) && !isLast(one)),
      ...written.filter(isLast),
    ]),
    text: text === undefined ? "" : writeMarkdown(text, names),
  };
}

/** Markdown of a rich text; only what passed its schema is ever stored under such a field. */
export function writeMarkdown(doc: unknown, names: Pick<IdNames, "picture" | "file">): string {
  return toMarkdown(linkByName(doc as RichText, names.file), { picture: (id) => names.picture(id) ?? id }); // see above
}

/** Undefined for what is empty, so that it is left out. */
function writeValue(value: unknown, input: FieldInput, names: IdNames): unknown {
  switch (input.type) {
    case "image":
      return typeof value === "string" ? (names.picture(value) ?? undefined) : undefined;
    case "entry":
      return typeof value === "string" ? (names.entry(value) ?? undefined) : undefined;
    case "images":
      return filled(idsIn(value).flatMap((id) => names.picture(id) ?? []));
    case "entries":
      return filled(idsIn(value).flatMap((id) => names.entry(id) ?? []));
    case "categories":
      return filled(idsIn(value).flatMap((id) => names.category(id) ?? []));
    case "richText":
      return writeMarkdown(value, names) || undefined;
    case "list":
      return filled((Array.isArray(value) ? value : []).map((one) => writeParts(one, input.item, names)));
    case "group": {
      const parts = writeParts(value, input.item, names);
      return Object.keys(parts).length > 0 ? parts : undefined;
    }
    case "tags":
      return filled(idsIn(value));
    default:
      return value === "" || value === null || value === false ? undefined : value;
  }
}

function writeParts(
  value: unknown,
  item: Record<string, FieldInput>,
  names: IdNames,
): Record<string, unknown> {
  const parts = Object.entries(item).map(
    ([name, input]) => [name, isRecord(value) ? writeValue(value[name], input, names) : undefined] as const,
  );
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function filled<Item>(list: Item[]): Item[] | undefined {
  return list.length > 0 ? list : undefined;
}
