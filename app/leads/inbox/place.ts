import type { Place } from "./list-inbox.ts";

/** A place in a list as an address carries it. */
export function writePlace({ at, id }: Place): string {
  return `${at}_${id}`;
}

/** Null for what is none. */
export function readPlace(text: string | null): Place | null {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]{12}Z)_([\w-]{36})$/.exec(text ?? "") ?? [];
  return at && id ? { at, id } : null;
}
