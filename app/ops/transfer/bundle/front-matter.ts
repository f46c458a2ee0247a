import { type DataOf, fieldsOfKind, type Kind } from "#app/domain/content/kind.ts";
import type { ExportNames, ImportNames, ValuePath } from "#app/lib/fields/field.ts";
import { fromMarkdown, toMarkdown } from "#app/lib/rich-text/markdown/markdown.ts";
import type { RichText } from "#app/lib/rich-text/schema/schema.ts";
import type { EntrySheets, FrontMatterDocument } from "./bundle.ts";
import { linkById, linkByName } from "./file-links.ts";
import type { PlannedNames } from "./plan.ts";
import { type ImportLocation, isRecord, type ProblemCollector, within, withoutBlanks } from "./problems.ts";

/** Notes a problem of a name or Markdown text: the field, a message and, if known, the line of the file. */
export type Note = (path: readonly PropertyKey[], message: string, line?: number | null) => void;

/** The field of the rich text that follows the front matter. */
export const textField = "body";

/** The data of a version from its sheet: names become ids, Markdown becomes rich text. */
export function dataOf(
  kind: Kind,
  sheet: FrontMatterDocument,
  names: PlannedNames,
  note: Note,
): Record<string, unknown> {
  const written = withoutBlanks(sheet.fields.value);
  const known = new Map(fieldsOfKind(kind));
  const reading: FrontMatterReading = { names, note, line: (path, line) => belowField(sheet, path, line) };
  const importNames: ImportNames = {
    ...names,
    note,
    richText: (markdown, path) => readBodyMarkdown(markdown, path, reading),
  };
  const data = Object.entries(isRecord(written) ? written : {}).map(([name, value]) => {
    const field = known.get(name);
    return [name, field ? field.importValue(value, [name], importNames) : value] as const;
  });
  const text = readBodyMarkdown(sheet.text, [textField], {
    ...reading,
    line: (_, line) => sheet.textLine(line),
  });
  return { ...Object.fromEntries(data), ...(known.has(textField) ? { [textField]: text } : {}) };
}

/** Reads an entry from one JSON value. */
export function readItem(item: unknown, place: ImportLocation, collector: ProblemCollector): EntrySheets {
  const { draft, ...fields } = isRecord(item) ? item : { draft: null };
  return {
    written: item,
    sheet: readSheet(isRecord(item) ? fields : item, place, collector),
    draft: draft == null ? null : readSheet(draft, within(place, "draft"), collector),
  };
}

/** Reads a sheet in JSON. The text is one of its fields, so all its lines are on one line of the file. */
function readSheet(item: unknown, place: ImportLocation, collector: ProblemCollector): FrontMatterDocument {
  const { [textField]: text, ...fields } = isRecord(item) ? item : {};
  if (text != null && typeof text !== "string")
    collector.note(place, [textField], "Write Markdown as text here");
  return {
    fields: { value: isRecord(item) ? fields : item, place },
    text: typeof text === "string" ? text : "",
    textLine: () => place.lineOf([textField]),
  };
}

/** Converts Markdown to rich text, and notes unsupported content with its line. */
export function readBodyMarkdown(
  markdown: string,
  path: readonly PropertyKey[],
  { names, note, line }: FrontMatterReading,
) {
  const { doc, problems } = fromMarkdown(markdown, names);
  for (const problem of problems) note(path, problem.message, line(path, problem.line));
  return linkById(doc, names.file, (name, href) => {
    note(path, `There is no file “${name}” for this link to lead to`);
    return href;
  });
}

export interface FrontMatterReading {
  names: Pick<PlannedNames, "picture" | "file">;
  note: Note;
  /** File line of a line of a Markdown text. */
  line(path: readonly PropertyKey[], line: number): number | null;
}

/** File line of a line of a text field, which begins below the name of the field. */
function belowField(sheet: FrontMatterDocument, path: ValuePath, line: number): number | null {
  const start = sheet.fields.place.lineOf(path);
  return start === null ? null : start + line;
}

/** Names of ids in files; null for ids that are not exported. */
export interface IdNames {
  picture(id: string): string | null;
  /** With its folder, such as `documents/price-list.pdf`. */
  file(id: string): string | null;
  category(id: string): string | null;
  entry(id: string): string | null;
}

/** An exported version: its fields in a fixed order, without empty ones, and its text in Markdown. */
export interface FrontMatterFile {
  fields: Record<string, unknown>;
  text: string;
}

/** The inverse of `dataOf`; inserts `life` after title, summary and cover. */
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

/** An entry as one JSON value, with its text as a field and its newer version as `draft`. */
export function asItem(sheet: FrontMatterFile, draft: FrontMatterFile | null): Record<string, unknown> {
  return draft ? { ...flat(sheet), draft: flat(draft) } : flat(sheet);
}

function flat({ fields, text }: FrontMatterFile): Record<string, unknown> {
  return text === "" ? fields : { ...fields, [textField]: text };
}

/** Markdown of a stored rich text, which its schema has validated. */
export function writeMarkdown(doc: unknown, names: Pick<IdNames, "picture" | "file">): string {
  return toMarkdown(linkByName(doc as RichText, names.file), { picture: (id) => names.picture(id) ?? id }); // see above
}
