import type { z } from "zod";
import { validationError } from "./domain-error.ts";

/** Validates input against its schema; throws a DomainError that names each invalid or unknown field. */
export function checkInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw validationError(issuesOf(result.error));
}

/** Lists the problems by field; an unknown field is a problem as well. */
export function issuesOf({ issues }: z.ZodError): { path: PropertyKey[]; message: string }[] {
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: "There is no such field" }))
      : [issue],
  );
}
