import { z } from "zod";
import type { ImportNames, ValuePath } from "./field.ts";

export const fileId = z.string().regex(/^[a-z0-9-]{8,64}$/, "Choose a picture from the library");
export const entryId = z.string().regex(/^[a-z0-9-]{8,64}$/, "Choose one from the list");

export function idShape(): z.ZodString {
  return z.string().meta({ description: "An id" });
}

/** Id for a name in an import; notes unknown names and returns null. */
export function importName(
  name: unknown,
  path: ValuePath,
  { note }: ImportNames,
  { find, advice }: { find(name: string): string | null; advice: string },
): unknown {
  if (typeof name !== "string") return name;
  const found = find(name);
  if (found === null) note(path, `“${name}” does not exist; ${advice}`);
  return found;
}

export function importPicture(name: unknown, path: ValuePath, names: ImportNames): unknown {
  return importName(name, path, names, {
    find: names.picture,
    advice: "give the name of a file in pictures/",
  });
}

/** Ids for a list of names, without unknown ones. */
export function importEach(
  value: unknown,
  path: ValuePath,
  names: ImportNames,
  one: (name: unknown, path: ValuePath, names: ImportNames) => unknown,
): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((name, at) => one(name, [...path, at], names)).filter((id) => id !== null);
}
