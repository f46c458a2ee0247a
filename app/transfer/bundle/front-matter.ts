import { type DataOf, fieldsOfKind, type Kind } from "#app/content/kind.ts";
import type { ExportNames, ImportNames, ValuePath } from "#app/fields/field.ts";
import { fromMarkdown, toMarkdown } from "#app/rich-text/markdown/markdown.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import type { EntrySheets, FrontMatterDocument } from "./bundle.ts";
import { linkById, linkByName } from "./file-links.ts";
import type { PlannedNames } from "./plan.ts";
import { type ImportLocation, isRecord, type ProblemCollector, within, withoutBlanks } from "./problems.ts";

/** Takes down what a name or a Markdown text has wrong: the field, a sentence, and the file's line where that is known. */
export type Note = (path: readonly PropertyKey[], message: string, line?: number | null) => void;

/** The rich text that stands below the fields instead of among them. */
export const textField = "body";

/** The data of a version from a sheet as it was written: names become ids, Markdown becomes rich text. */
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

/** Reads an entry that was written as one value of JSON. */
export function readItem(item: unknown, place: ImportLocation, collector: ProblemCollector): EntrySheets {
  const { draft, ...fields } = isRecord(item) ? item : { draft: null };
  return {
    sheet: readSheet(isRecord(item) ? fields : item, place, collector),
    draft: draft == null ? null : readSheet(draft, within(place, "draft"), collector),
  };
}

/** The text stands among the fields here; its lines have none of their own in the file. */
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

/** Rich text from Markdown; what it can't hold is noted with its line. */
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

/** A text among the fields begins on the line below its name. */
function belowField(sheet: FrontMatterDocument, path: ValuePath, line: number): number | null {
  const start = sheet.fields.place.lineOf(path);
  return start === null ? null : start + line;
}

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
