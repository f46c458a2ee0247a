import type { z } from "zod";
import { hintAt, type ImportLocation, type ProblemCollector } from "./problems.ts";

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
  string: "Write this as text, in quotes if need be",
  number: "Write a number here",
  int: "Write a whole number here",
  boolean: "Write true or false here",
  array: "Write a list here",
  object: "Write names and values here",
};

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return expected[issue.expected] ?? issue.message;
  if (issue.message === "Write this as text") return expected.string ?? issue.message;
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
