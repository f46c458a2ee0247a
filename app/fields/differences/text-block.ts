/** A paragraph, heading, list item or value: what is compared as one. */
export interface TextBlock {
  /** What it is, such as "Heading 2"; empty for plain text. */
  kind: string;
  text: string;
  /** All that makes it the same as another: kind, text, formatting, ids. */
  key: string;
  /** How deep it stands in a list. */
  depth: number;
}

export function block(kind: string, text: string, rest: { sign?: string; depth?: number } = {}): TextBlock {
  const { sign = "", depth = 0 } = rest;
  return { kind, text, depth, key: `${kind}\n${depth}\n${text}\n${sign}` };
}
