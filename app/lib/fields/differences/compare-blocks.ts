import type { TextBlock } from "./text-blocks.ts";

/** Block of either text and its change. */
export interface BlockDifference {
  change: "same" | "gone" | "new" | "changed" | "formatting";
  kind: string;
  depth: number;
  pieces: WordDifference[];
}

/** Differences block by block; a rewritten block is compared word by word. */
export function compareBlocks(before: readonly TextBlock[], after: readonly TextBlock[]): BlockDifference[] {
  const keys = (blocks: readonly TextBlock[]) => blocks.map(({ key }) => key);
  const differences: BlockDifference[] = [];
  let run: AlignmentStep[] = [];
  const endRun = () => {
    const gone = run.flatMap((step) => (step.change === "gone" ? (before[step.before] ?? []) : []));
    const added = run.flatMap((step) => (step.change === "new" ? (after[step.after] ?? []) : []));
    differences.push(...compareRun(gone, added));
    run = [];
  };
  for (const step of align(keys(before), keys(after))) {
    const unchanged = step.change === "same" ? after[step.after] : undefined;
    if (unchanged) {
      endRun();
      differences.push(describeBlock("same", unchanged));
    } else run.push(step);
  }
  endRun();
  return differences;
}

/** Number of removed blocks that are compared with a new block to find its origin. */
const lookAhead = 6;

function compareRun(gone: TextBlock[], added: TextBlock[]): BlockDifference[] {
  const differences: BlockDifference[] = [];
  let next = 0;
  for (const block of added) {
    const ahead = gone.slice(next, next + lookAhead);
    const isOnlyPair = gone.length === 1 && added.length === 1;
    const found = ahead.findIndex((one) =>
      one.kind === block.kind ? isOnlyPair || isLike(one, block) : one.text === block.text,
    );
    if (found < 0) differences.push(describeBlock("new", block));
    else {
      differences.push(...gone.slice(next, next + found).map((one) => describeBlock("gone", one)));
      differences.push(describeChange(gone[next + found] ?? block, block));
      next += found + 1;
    }
  }
  return [...differences, ...gone.slice(next).map((one) => describeBlock("gone", one))];
}

function describeBlock(change: "same" | "gone" | "new", { kind, depth, text }: TextBlock): BlockDifference {
  return { change, kind, depth, pieces: text === "" ? [] : [{ change, text }] };
}

function describeChange(before: TextBlock, after: TextBlock): BlockDifference {
  const change = before.text === after.text ? "formatting" : "changed";
  const isMoved = before.kind !== after.kind;
  const kind = isMoved ? `${before.kind || "Paragraph"}, now ${after.kind || "Paragraph"}` : after.kind;
  return { change, kind, depth: after.depth, pieces: describeWords(before, after) };
}

/** Word differences; a mostly rewritten text becomes one removed and one added piece, which is easier to read. */
function describeWords(before: TextBlock, after: TextBlock): WordDifference[] {
  const isRewritten = before.text !== "" && after.text !== "" && !isLike(before, after);
  return isRewritten
    ? [
        { change: "gone", text: before.text },
        { change: "new", text: after.text },
      ]
    : compareWords(before.text, after.text);
}

/** Whether the texts share at least a third of the longer one's words. */
function isLike(one: TextBlock, other: TextBlock): boolean {
  const [a, b] = [wordsIn(one.text), wordsIn(other.text)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared * 3 >= Math.max(a.size, b.size);
}

function wordsIn(text: string): Set<string> {
  const words = splitWords(text.slice(0, 5000)).map((word) => word.trim());
  return new Set(words.filter((word) => /[\p{L}\p{N}]/u.test(word)));
}

/** Piece of text that is unchanged, removed or added. */
export interface WordDifference {
  change: "same" | "gone" | "new";
  text: string;
}

/** Word differences between two texts in any script. */
export function compareWords(before: string, after: string): WordDifference[] {
  const [old, now] = [splitWords(before), splitWords(after)];
  // Spaces after a word do not count as a difference.
  const key = (words: string[]) => words.map((word) => word.trimEnd());
  const pieces: WordDifference[] = [];
  for (const { change, before: from, after: to } of align(key(old), key(now)))
    addPiece(pieces, change, (change === "gone" ? old[from] : now[to]) ?? "");
  return sortRuns(joinOverSigns(pieces));
}

/** Merges changes around short unchanged punctuation, so that readers see one change. */
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

function addPiece(pieces: WordDifference[], change: WordDifference["change"], text: string): void {
  const last = pieces.at(-1);
  if (last?.change === change) last.text += text;
  else pieces.push({ change, text });
}

/** Orders removed before added pieces within one change. */
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

/** Words and signs, each with the space after it; Bangla vowel signs and joiners stay in their words. */
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

/** Splits at spaces only in browsers without `Intl.Segmenter` (before 2024). */
function segment(text: string): string[] {
  return segmenter
    ? Array.from(segmenter.segment(text), (part) => part.segment)
    : (text.match(/\s+|\S+/g) ?? []);
}

/** Step from an old list to a new one: an item is unchanged, removed or added. */
interface AlignmentStep {
  change: "same" | "gone" | "new";
  /** Index in the old list; for an added item, the index where it was inserted. */
  before: number;
  /** Index in the new list; for a removed item, the index where it was. */
  after: number;
}

/** Maximum number of differences; above it, the lists count as completely different. */
const maxChanges = 1500;

/**
 * Shortest edit script between two lists (Myers, 1986). More than 1,500 differences count as a complete replacement, so that
 * any text takes milliseconds.
 */
export function align(before: readonly string[], after: readonly string[]): AlignmentStep[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let [endBefore, endAfter] = [before.length, after.length];
  while (endBefore > start && endAfter > start && before[endBefore - 1] === after[endAfter - 1]) {
    endBefore -= 1;
    endAfter -= 1;
  }
  return [
    ...unchanged(0, 0, start),
    ...alignMiddle(before.slice(start, endBefore), after.slice(start, endAfter)).map((step) => ({
      ...step,
      before: step.before + start,
      after: step.after + start,
    })),
    ...unchanged(endBefore, endAfter, before.length - endBefore),
  ];
}

function unchanged(before: number, after: number, count: number): AlignmentStep[] {
  return Array.from({ length: count }, (_, n) => ({ change: "same", before: before + n, after: after + n }));
}

function alignMiddle(before: readonly string[], after: readonly string[]): AlignmentStep[] {
  const trace = before.length > 0 && after.length > 0 ? findFurthest(before, after) : null;
  if (trace) return walkBack(trace, before.length, after.length);
  return [
    ...before.map((_, n): AlignmentStep => ({ change: "gone", before: n, after: 0 })),
    ...after.map((_, n): AlignmentStep => ({ change: "new", before: before.length, after: n })),
  ];
}

/** Furthest point of each diagonal for each number of changes: index `d + k` for diagonal k. Null if there are too many changes. */
function findFurthest(before: readonly string[], after: readonly string[]): Int32Array[] | null {
  const trace: Int32Array[] = [];
  let last = new Int32Array(1);
  for (let d = 0; d <= Math.min(before.length + after.length, maxChanges); d += 1) {
    const reach = new Int32Array(2 * d + 1);
    for (let k = -d; k <= d; k += 2) {
      let x = d === 0 ? 0 : startOf(last, d, k);
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x += 1;
      reach[d + k] = x;
      if (x >= before.length && x - k >= after.length) return [...trace, reach];
    }
    trace.push(reach);
    last = reach;
  }
  return null;
}

/** Start of the d-th change on diagonal k: the neighbour that got further. */
function startOf(last: Int32Array, d: number, k: number): number {
  const reached = (diagonal: number) => last[d - 1 + diagonal] ?? -1;
  return comesFromAbove(last, d, k) ? reached(k + 1) : reached(k - 1) + 1;
}

function comesFromAbove(last: Int32Array, d: number, k: number): boolean {
  const reached = (diagonal: number) => last[d - 1 + diagonal] ?? -1;
  return k === -d || (k !== d && reached(k - 1) < reached(k + 1));
}

function walkBack(trace: Int32Array[], endBefore: number, endAfter: number): AlignmentStep[] {
  const steps: AlignmentStep[] = [];
  let [x, y] = [endBefore, endAfter];
  for (let d = trace.length - 1; d > 0; d -= 1) {
    const last = trace[d - 1] ?? new Int32Array(1);
    const k = x - y;
    const isNew = comesFromAbove(last, d, k);
    const from = isNew ? k + 1 : k - 1;
    const [fromX, fromY] = [last[d - 1 + from] ?? 0, (last[d - 1 + from] ?? 0) - from];
    while (x > fromX + (isNew ? 0 : 1) && y > fromY + (isNew ? 1 : 0))
      steps.push({ change: "same", before: --x, after: --y });
    steps.push({ change: isNew ? "new" : "gone", before: fromX, after: fromY });
    [x, y] = [fromX, fromY];
  }
  while (x > 0 && y > 0) steps.push({ change: "same", before: --x, after: --y });
  return steps.reverse();
}
