import type { z } from "zod";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { shorten } from "#app/lib/text/cut.ts";
import { textExpected } from "#app/lib/text/plain-text.ts";

/** A reason to reject an import: its location, and the fix. */
export interface ImportProblem {
  file: string;
  line: number | null;
  /** Path of the field with dots; empty for the whole file. */
  field: string;
  message: string;
  /** Whether the problem is an existing item, which could be replaced. */
  isClash?: true | undefined;
}

/** The location of a value, for the file and line of a problem. */
export interface ImportLocation {
  file: string;
  /** Line of the field at a path, or of its nearest existing ancestor. */
  lineOf(path: readonly PropertyKey[]): number | null;
}

/** Collects problems, so that one run reports all of them. */
export interface ProblemCollector {
  problems: ImportProblem[];
  note(place: ImportLocation, path: readonly PropertyKey[], message: string, line?: number | null): void;
  /** Notes an item that exists on the site and could be replaced. */
  noteClash(place: ImportLocation, path: readonly PropertyKey[], message: string, line?: number | null): void;
}

/** The import was rejected and changed nothing. */
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

/** Maximum characters of a text in a problem, because import files can contain huge ones. */
export const maxProblemText = 300;

function cutProblem({ file, line, field, message, isClash }: ImportProblem): ImportProblem {
  const cut = {
    file: shorten(file, maxProblemText),
    line,
    field: shorten(field, maxProblemText),
    message: shorten(message, maxProblemText),
  };
  return isClash ? { ...cut, isClash } : cut;
}

/** Compares by code units, independent of the locale. */
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
    file: shorten(place.file, maxProblemText),
    line,
    field: shorten(path.map(String).join("."), maxProblemText),
    message: shorten(message, maxProblemText),
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
  const hint = isClash ? "; use --replace to replace it" : "";
  return field === "" ? `${where}: ${message}${hint}` : `${where}, ${field}: ${message}${hint}`;
}

/** The location of a whole file. */
export function wholeFile(file: string): ImportLocation {
  return { file, lineOf: () => null };
}

/** The location of a member of another value. */
export function within({ file, lineOf }: ImportLocation, name: string): ImportLocation {
  return { file, lineOf: (path) => lineOf([name, ...path]) };
}

/** Runs a step of the import. Throws its DomainError as NotImportable with the location in the file. */
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

/** " Did you mean …?" with the most similar known word; empty if no word is similar. */
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

/** Edit distance (Damerau-Levenshtein). */
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

/** Notes each schema issue below `base` with its line and a message for the author of the file. */
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
        collector.note(place, [...path, key], `Unknown field.${hintAt(key, keysAt(schema, issue.path))}`);
  }
}

/** A value without blank fields, which count as missing. */
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
  string: `${textExpected}, in quotes if necessary`,
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

/** The field names of a schema at a path. */
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
