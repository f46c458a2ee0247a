import { DomainError } from "#app/platform/domain-error.ts";

/** The character with the number zero: nobody types it, and PostgreSQL keeps no text that holds it. */
export function holdsNul(text: string): boolean {
  return text.includes("\0");
}

/** @param field where it stood */
export function refuseNul(field: string): DomainError {
  const name = field.replaceAll("\0", "").slice(0, 100);
  const fields = name === "" ? {} : { [name]: nulMessage };
  return new DomainError("malformed", "Some text holds a character that can't be kept.", { fields });
}

export const nulMessage = "Remove the character that cannot be shown (NUL).";
