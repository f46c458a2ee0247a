import type { z } from "zod";
import { validationError } from "./domain-error.ts";

/** Checks what was sent in against its schema; throws a DomainError that names each wrong or unknown field. */
export function checkInput<Output>(schema: z.ZodType<Output>, input: unknown): Output {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw validationError(issuesOf(result.error));
}

/** What is wrong, field by field; an unknown field is named like a wrong one. */
export function issuesOf({ issues }: z.ZodError): { path: PropertyKey[]; message: string }[] {
  return issues.flatMap((issue) =>
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: "There is no such field" }))
      : [issue],
  );
}
