import type { DataOf, Kind } from "../kind.ts";

/** Something to mend before an entry is published; over an error only with a reason. */
export interface Finding {
  level: "error" | "advice";
  /** Name of the field, parts of groups after a dot. */
  field: string;
  message: string;
}

/** A version that is looked at. */
export interface CheckedDraft {
  kind: Kind;
  data: DataOf<Kind>;
}

export function error(field: string, message: string): Finding {
  return { level: "error", field, message };
}

export function advice(field: string, message: string): Finding {
  return { level: "advice", field, message };
}

/** Words of an entry as a message can quote them. */
export function quote(words: string, most = 60): string {
  const plain = words.replace(/\s+/g, " ").trim();
  return plain.length > most ? `“${plain.slice(0, most - 1).trimEnd()}…”` : `“${plain}”`;
}

/** Characters as a reader counts them: vowel signs and joiners belong to their letter. */
export function countCharacters(text: string): number {
  return [...graphemes.segment(text)].length;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
