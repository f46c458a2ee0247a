import type { z } from "zod";
import { DomainError } from "#app/platform/domain-error.ts";
import { shorten } from "#app/text/cut.ts";
import { textExpected } from "#app/text/plain-text.ts";

/** Something that keeps a text from being imported: where it stands, and what to do. */
export interface ImportProblem {
  file: string;
  line: number | null;
  /** Path of the field, joined by dots; empty for the whole file. */
  field: string;
  message: string;
  /** Whether it is only that the site has such a thing already, which could be replaced. */
  isClash?: true | undefined;
}

/** Where a value came from, so that a problem can name file and line. */
export interface ImportLocation {
  file: string;
  /** Line of a field, or of the nearest one around it that is there. */
  lineOf(path: readonly PropertyKey[]): number | null;
}

/** Takes problems down as they are found, so that one run names all of them. */
export interface ProblemCollector {
  problems: ImportProblem[];
  note(place: ImportLocation, path: readonly PropertyKey[], message: string, line?: number | null): void;
  /** The same of something that the site has already, and that could be replaced. */
  noteClash(place: ImportLocation, path: readonly PropertyKey[], message: string, line?: number | null): void;
}

/** An import that was refused as a whole; nothing was changed. */
export class NotImportable extends Error {
  readonly problems: ImportProblem[];

  constructor(problems: ImportProblem[]) {
    const sorted = problems
      .map(cutProblem)
      .toSorted((a, b) => compare(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0));
    super(sorted.map(describeImportProblem).join("\n"));
    this.name = "NotImportable";
    this.problems = sorted;
  }
}

/** Characters of a text that names what was found; files of others can hold endless ones. */
export const mostText = 300;

function cutProblem({ file, line, field, message, isClash }: ImportProblem): ImportProblem {
  const cut = {
    file: shorten(file, mostText),
    line,
    field: shorten(field, mostText),
    message: shorten(message, mostText),
  };
  return isClash ? { ...cut, isClash } : cut;
}

/** By code units, the same everywhere, whatever the language of the machine. */
export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export function openProblemCollector(): ProblemCollector {
  const problems: ImportProblem[] = [];
  const problemAt = (
    place: ImportLocation,
    path: readonly PropertyKey[],
    message: string,
    line: number | null,
  ) => ({
    file: shorten(place.file, mostText),
    line,
    field: shorten(path.map(String).join("."), mostText),
    message: shorten(message, mostText),
  });
  return {
    problems,
    note(place, path, message, line = place.lineOf(path)) {
      problems.push(problemAt(place, path, message, line));
    },
    noteClash(place, path, message, line = place.lineOf(path)) {
      problems.push({ ...problemAt(place, path, message, line), isClash: true });
    },
  };
}

export function describeImportProblem({ file, line, field, message, isClash }: ImportProblem): string {
  const where = line === null ? file : `${file}, line ${line}`;
  const hint = isClash ? "; use --replace to put this in its place" : "";
  return field === "" ? `${where}: ${message}${hint}` : `${where}, ${field}: ${message}${hint}`;
}

/** The place of a file as a whole. */
export function wholeFile(file: string): ImportLocation {
  return { file, lineOf: () => null };
}

/** The place of what stands under a name inside something else. */
export function within({ file, lineOf }: ImportLocation, name: string): ImportLocation {
  return { file, lineOf: (path) => lineOf([name, ...path]) };
}

/** Runs a step of the import; what refuses it is told with the place in the file. */
export async function withLocation<Result>(
  place: ImportLocation,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const fields = Object.entries(error.fields);
    const problems = fields.map(([field, message]) => ({
      file: place.file,
      line: place.lineOf(field.split(".")),
      field,
      message,
    }));
    throw new NotImportable(
      problems.length > 0 ? problems : [{ file: place.file, line: null, field: "", message: error.message }],
    );
  }
}

/** " Did you mean …?" with the known word nearest to a mistyped one; empty when none is near. */
export function hintAt(word: string, known: Iterable<string>): string {
  let best: { name: string; distance: number } | null = null;
  const most = Math.max(1, Math.floor(word.length / 3));
  for (const name of known) {
    if (Math.abs(name.length - word.length) > most) continue;
    const distance = distanceOf(word.toLowerCase(), name.toLowerCase());
    if (distance <= most && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best === null ? "" : ` Did you mean “${best.name}”?`;
}

/** Letters to add, drop, change or swap with a neighbour to make one word of another. */
function distanceOf(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}

/** Takes down what a schema found wrong below `base`, each at its own line, in words for whoever wrote the file. */
export function collectIssues(
  collector: ProblemCollector,
  place: ImportLocation,
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
  base: readonly PropertyKey[] = [],
): void {
  for (const issue of issues) {
    const path = [...base, ...issue.path];
    if (issue.code !== "unrecognized_keys") collector.note(place, path, explain(issue));
    else
      for (const key of issue.keys)
        collector.note(
          place,
          [...path, key],
          `This field is not known here.${hintAt(key, keysAt(schema, issue.path))}`,
        );
  }
}

/** A value without its empty places: a field that was left blank counts as not given. */
export function withoutBlanks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBlanks);
  if (!isRecord(value)) return value;
  const given = Object.entries(value).filter(([, part]) => part !== null && part !== undefined);
  return Object.fromEntries(given.map(([name, part]) => [name, withoutBlanks(part)]));
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const expected: Record<string, string> = {
  string: `${textExpected}, in quotes if need be`,
  number: "Write a number here",
  int: "Write a whole number here",
  boolean: "Write true or false here",
  array: "Write a list here",
  object: "Write names and values here",
};

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return expected[issue.expected] ?? issue.message;
  if (issue.message === textExpected) return expected.string ?? issue.message;
  if (issue.code === "invalid_value") return `Write one of: ${issue.values.map(String).join(", ")}`;
  return issue.message;
}

/** The field names a schema knows at a path. */
function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema;
  for (const step of [...path, null]) {
    let def = defOf(at);
    while (def && ("innerType" in def || "in" in def)) def = defOf(def.innerType ?? def.in);
    if (!def) return [];
    if (step === null) return isRecord(def.shape) ? Object.keys(def.shape) : [];
    at = typeof step === "number" ? def.element : isRecord(def.shape) ? def.shape[String(step)] : null;
  }
  return [];
}

function defOf(schema: unknown): Record<string, unknown> | null {
  const def: unknown =
    isRecord(schema) || typeof schema === "object" ? Reflect.get(schema ?? {}, "def") : null;
  return isRecord(def) ? def : null;
}
