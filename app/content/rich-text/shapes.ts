import { z } from "zod";
import { isCleanLine } from "./characters.ts";

/** A node or mark: its type, and nothing but the keys named. */
export function node<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.strictObject(
    { type: z.literal(type, `This must be “${type}”`), ...shape },
    { error: explainObject },
  );
}

/** Attributes: nothing but the keys named. */
export function attributes<S extends z.ZodRawShape>(shape: S) {
  return z.strictObject(shape, { error: explainObject });
}

export function listOf<T extends z.ZodType>(part: T) {
  return z.array(part, "This must be a list");
}

export function filledListOf<T extends z.ZodType>(part: T) {
  return listOf(part).min(1, "This may not be empty");
}

export function line(most: number) {
  return z
    .string("This must be text")
    .max(most, `This is too long: at most ${most} characters`)
    .refine(isCleanLine, "This contains a character that cannot be shown");
}

export function whole(least: number, most: number) {
  const wanted = `This must be a whole number from ${least} to ${most}`;
  return z.int(wanted).min(least, wanted).max(most, wanted);
}

/** The message of a union for a type that it does not know. */
export function unknownKind(what: string) {
  return (issue: z.core.$ZodRawIssue): string => {
    const input: unknown = issue.input;
    if (typeof input !== "object" || input === null) return `This is not a ${what}`;
    const type: unknown = Reflect.get(input, "type");
    return typeof type === "string"
      ? `“${type.slice(0, 40)}” is not a kind of ${what} we keep`
      : `This is not a ${what}`;
  };
}

function explainObject(issue: z.core.$ZodRawIssue): string {
  if (issue.code !== "unrecognized_keys") return "This must be an object";
  const keys = issue.keys as string[]; // the raw issue does not narrow by its code
  return `${keys
    .slice(0, 5)
    .map((key) => `“${key.slice(0, 40)}”`)
    .join(", ")} may not be given here`;
}
