import { fieldsOfKind, type Kind } from "#app/content/kind.ts";
import type { FieldInput } from "#app/fields/field.ts";
import { fromMarkdown } from "#app/rich-text/markdown/markdown.ts";
import type { FrontMatterDocument } from "./bundle.ts";
import { linkById } from "./file-links.ts";
import { isRecord, withoutBlanks } from "./format-issues.ts";
import type { PlannedNames } from "./plan.ts";

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
  const known = new Map(fieldsOfKind(kind).map(([name, field]) => [name, field.input]));
  const reading: FrontMatterReading = { names, note, line: (path, line) => belowField(sheet, path, line) };
  const data = Object.entries(isRecord(written) ? written : {}).map(([name, value]) => {
    const input = known.get(name);
    return [name, input === undefined ? value : readValue(value, input, [name], reading)] as const;
  });
  const text = readBodyMarkdown(sheet.text, [textField], {
    ...reading,
    line: (_, line) => sheet.textLine(line),
  });
  return { ...Object.fromEntries(data), ...(known.has(textField) ? { [textField]: text } : {}) };
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
  names: Pick<PlannedNames, "picture" | "file"> & Partial<PlannedNames>;
  note: Note;
  /** File line of a line of a Markdown text. */
  line(path: readonly PropertyKey[], line: number): number | null;
}

type Path = readonly PropertyKey[];

function readValue(value: unknown, input: FieldInput, path: Path, reading: FrontMatterReading): unknown {
  switch (input.type) {
    case "image":
    case "entry":
      return value === "" ? null : readName(value, input, path, reading);
    case "images":
    case "entries":
    case "categories":
      return Array.isArray(value)
        ? value.map((one, at) => readName(one, input, [...path, at], reading)).filter((id) => id !== null)
        : value;
    case "richText":
      return typeof value === "string" ? readBodyMarkdown(value, path, reading) : value;
    case "group":
      return isRecord(value) ? readParts(value, input.item, path, reading) : value;
    case "list":
      return Array.isArray(value)
        ? value.map((one, at) => (isRecord(one) ? readParts(one, input.item, [...path, at], reading) : one))
        : value;
    default:
      return value;
  }
}

function readParts(
  value: Record<string, unknown>,
  item: Record<string, FieldInput>,
  path: Path,
  reading: FrontMatterReading,
) {
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const input = Object.hasOwn(item, name) ? item[name] : undefined;
      return [name, input === undefined ? part : readValue(part, input, [...path, name], reading)];
    }),
  );
}

/** The id a name stands for; null and noted when it stands for nothing. */
function readName(
  name: unknown,
  input: FieldInput,
  path: Path,
  { names, note }: FrontMatterReading,
): unknown {
  if (typeof name !== "string") return name;
  const found = lookUp(name, input, names);
  if (found === null) note(path, `“${name}” is not there; ${wherePeopleLook(input)}`);
  return found;
}

function lookUp(name: string, input: FieldInput, names: FrontMatterReading["names"]): string | null {
  if (input.type === "entry" || input.type === "entries") return names.entry?.(input.kind, name) ?? null;
  if (input.type === "categories") return names.category?.(input.taxonomy, name) ?? null;
  return names.picture(name);
}

function wherePeopleLook(input: FieldInput): string {
  if (input.type === "entry" || input.type === "entries") return `give the title of a ${input.kind}`;
  if (input.type === "categories") return "give a name that stands in categories.yaml";
  return "give the name of a file in pictures/";
}

/** A text among the fields begins on the line below its name. */
function belowField(sheet: FrontMatterDocument, path: Path, line: number): number | null {
  const start = sheet.fields.place.lineOf(path);
  return start === null ? null : start + line;
}
