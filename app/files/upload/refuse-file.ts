import { Refusal } from "#app/platform/refusal.ts";

/** Says of a file that was sent why it is not taken. */
export function refuseFile(sentence: string): Refusal {
  return new Refusal("invalid", sentence, { fields: { file: sentence } });
}
