import type { z } from "zod";
import { problem } from "#app/http/problems.ts";

/** The checked query of a request, empty values left out, or the problem that names each wrong key. */
export function readQuery(
  schema: z.ZodObject | undefined,
  given: URLSearchParams,
): { query: unknown } | Response {
  const errors = new Map<string, string>();
  const known = Object.keys(schema?.shape ?? {});
  for (const name of new Set(given.keys())) {
    if (!known.includes(name)) errors.set(name, "There is no such key here");
    else if (given.getAll(name).length > 1) errors.set(name, "Give this once");
  }
  const filled = known.flatMap((name) => {
    const value = given.get(name);
    return value ? [[name, value] as const] : [];
  });
  const result = schema?.safeParse(Object.fromEntries(filled));
  for (const { path, message } of result?.error?.issues ?? []) errors.set(path.join("."), message);
  if (errors.size === 0) return { query: result?.data ?? {} };
  // As entries, because an object would swallow a key such as __proto__.
  const named = Object.fromEntries([...errors].slice(0, 20));
  return problem(400, "Wrong query", "Some keys of the query need another look.", named);
}
