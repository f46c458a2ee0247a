import { align } from "./align.ts";

/** A stretch of text that stayed, went or came. */
export interface WordDifference {
  change: "same" | "gone" | "new";
  text: string;
}

/** What changed from one text to another, word by word, in any script. */
export function compareWords(before: string, after: string): WordDifference[] {
  const [old, now] = [splitWords(before), splitWords(after)];
  // The space behind a word is no part of what it says.
  const key = (words: string[]) => words.map((word) => word.trimEnd());
  const pieces: WordDifference[] = [];
  for (const { change, before: from, after: to } of align(key(old), key(now)))
    add(pieces, change, (change === "gone" ? old[from] : now[to]) ?? "");
  return sortRuns(joinOverSigns(pieces));
}

/** A sign or two that stayed between words that did not would only be one more thing to read. */
function joinOverSigns(pieces: readonly WordDifference[]): WordDifference[] {
  return pieces.flatMap((piece, at) => {
    const isBetween = at > 0 && at < pieces.length - 1;
    const isSign = piece.change === "same" && isBetween && !/[\p{L}\p{N}]/u.test(piece.text);
    return isSign
      ? [
          { ...piece, change: "gone" as const },
          { ...piece, change: "new" as const },
        ]
      : [piece];
  });
}

function add(pieces: WordDifference[], change: WordDifference["change"], text: string): void {
  const last = pieces.at(-1);
  if (last?.change === change) last.text += text;
  else pieces.push({ change, text });
}

/** Within one change what went stands before what came. */
function sortRuns(pieces: readonly WordDifference[]): WordDifference[] {
  const sorted: WordDifference[] = [];
  for (let at = 0; at < pieces.length; ) {
    let end = at;
    while (end < pieces.length && pieces[end]?.change !== "same") end += 1;
    for (const change of ["gone", "new"] as const) {
      const text = pieces
        .slice(at, end)
        .filter((piece) => piece.change === change)
        .map((piece) => piece.text)
        .join("");
      if (text !== "") sorted.push({ change, text });
    }
    const next = pieces[end];
    if (next) sorted.push(next);
    at = end + 1;
  }
  return sorted;
}

/** Words and signs, each with the space behind it. Vowel signs and joiners of Bangla stay in their words. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const part of segment(text)) {
    const isSpace = part.trim() === "";
    if (isSpace && words.length > 0) words[words.length - 1] += part;
    else words.push(part);
  }
  return words;
}

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("bn", { granularity: "word" }) : null;

/** Browsers before 2024 cut at spaces alone. */
function segment(text: string): string[] {
  return segmenter
    ? Array.from(segmenter.segment(text), (part) => part.segment)
    : (text.match(/\s+|\S+/g) ?? []);
}
