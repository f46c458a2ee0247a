import { DomainError } from "#app/platform/domain-error.ts";

/** Says of a file that was sent why it is not taken. */
export function refuseFile(sentence: string): DomainError {
  return new DomainError("invalid", sentence, { fields: { file: sentence } });
}
