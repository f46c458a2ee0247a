import { clustersOf } from "#app/text/cut.ts";

/** A text in lines that fit, broken at spaces. A word wider than a line is broken between clusters. */
export function breakLines(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).flatMap((whole) => breakWord(whole, fits))) {
    const longer = `${lines.at(-1) ?? ""} ${word}`;
    if (lines.length > 0 && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function breakWord(word: string, fits: (line: string) => boolean): string[] {
  if (fits(word)) return [word];
  const parts: string[] = [];
  for (const cluster of clustersOf(word)) {
    const longer = (parts.at(-1) ?? "") + cluster;
    if (parts.length > 0 && fits(longer)) parts[parts.length - 1] = longer;
    else parts.push(cluster);
  }
  return parts;
}
