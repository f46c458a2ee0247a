import { type DataOf, fieldsOfKind, type Kind } from "#app/content/kind.ts";
import type { ExportNames } from "#app/fields/field.ts";
import { toMarkdown } from "#app/rich-text/markdown/markdown.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import { linkByName } from "./file-links.ts";
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
  const exportNames: ExportNames = { ...names, markdown: (doc) => writeMarkdown(doc, names) };
  const written = fieldsOfKind(kind).flatMap(([name, field]) => {
    const value = name === textField ? undefined : field.exportValue(Reflect.get(data, name), exportNames);
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

/** An entry as one value of JSON: its text among its fields, and its newer version as `draft`. */
export function asItem(sheet: FrontMatterFile, draft: FrontMatterFile | null): Record<string, unknown> {
  return draft ? { ...flat(sheet), draft: flat(draft) } : flat(sheet);
}

function flat({ fields, text }: FrontMatterFile): Record<string, unknown> {
  return text === "" ? fields : { ...fields, [textField]: text };
}

/** Markdown of a rich text; only what passed its schema is ever stored under such a field. */
export function writeMarkdown(doc: unknown, names: Pick<IdNames, "picture" | "file">): string {
  return toMarkdown(linkByName(doc as RichText, names.file), { picture: (id) => names.picture(id) ?? id }); // see above
}
