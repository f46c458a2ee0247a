import { fieldsOfKind, type Kind } from "#app/content/kind.ts";
import type { ImportNames, ValuePath } from "#app/fields/field.ts";
import { fromMarkdown } from "#app/rich-text/markdown/markdown.ts";
import type { EntrySheets, FrontMatterDocument } from "./bundle.ts";
import { linkById } from "./file-links.ts";
import { isRecord, withoutBlanks } from "./format-issues.ts";
import type { PlannedNames } from "./plan.ts";
import { type ImportLocation, type ProblemCollector, within } from "./problems.ts";

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
