import { type AlignmentStep, align } from "./align.ts";
import type { TextBlock } from "./text-block.ts";
import { compareWords, splitWords, type WordDifference } from "./words.ts";

/** A block of either text, and what became of it. */
export interface BlockDifference {
  change: "same" | "gone" | "new" | "changed" | "formatting";
  kind: string;
  depth: number;
  pieces: WordDifference[];
}

/** What became of each block; one that was rewritten is told word by word. */
export function compareBlocks(before: readonly TextBlock[], after: readonly TextBlock[]): BlockDifference[] {
  const keys = (blocks: readonly TextBlock[]) => blocks.map(({ key }) => key);
  const told: BlockDifference[] = [];
  let run: AlignmentStep[] = [];
  const endRun = () => {
    const gone = run.flatMap((step) => (step.change === "gone" ? (before[step.before] ?? []) : []));
    const come = run.flatMap((step) => (step.change === "new" ? (after[step.after] ?? []) : []));
    told.push(...tellRun(gone, come));
    run = [];
  };
  for (const step of align(keys(before), keys(after))) {
    const kept = step.change === "same" ? after[step.after] : undefined;
    if (kept) {
      endRun();
      told.push(tell("same", kept));
    } else run.push(step);
  }
  endRun();
  return told;
}

/** How many blocks that went are looked at for the one that a new block was made of. */
const lookAhead = 6;

function tellRun(gone: TextBlock[], come: TextBlock[]): BlockDifference[] {
  const told: BlockDifference[] = [];
  let next = 0;
  for (const block of come) {
    const ahead = gone.slice(next, next + lookAhead);
    const isOnlyPair = gone.length === 1 && come.length === 1;
    const found = ahead.findIndex((one) =>
      one.kind === block.kind ? isOnlyPair || isLike(one, block) : one.text === block.text,
    );
    if (found < 0) told.push(tell("new", block));
    else {
      told.push(...gone.slice(next, next + found).map((one) => tell("gone", one)));
      told.push(tellChange(gone[next + found] ?? block, block));
      next += found + 1;
    }
  }
  return [...told, ...gone.slice(next).map((one) => tell("gone", one))];
}

function tell(change: "same" | "gone" | "new", { kind, depth, text }: TextBlock): BlockDifference {
  return { change, kind, depth, pieces: text === "" ? [] : [{ change, text }] };
}

function tellChange(before: TextBlock, after: TextBlock): BlockDifference {
  const change = before.text === after.text ? "formatting" : "changed";
  const isMoved = before.kind !== after.kind;
  const kind = isMoved ? `${before.kind || "Paragraph"}, now ${after.kind || "Paragraph"}` : after.kind;
  return { change, kind, depth: after.depth, pieces: tellWords(before, after) };
}

/** Word by word; what was written altogether anew is easier to read in two pieces. */
function tellWords(before: TextBlock, after: TextBlock): WordDifference[] {
  const isRewritten = before.text !== "" && after.text !== "" && !isLike(before, after);
  return isRewritten
    ? [
        { change: "gone", text: before.text },
        { change: "new", text: after.text },
      ]
    : compareWords(before.text, after.text);
}

/** Whether a third of the words of the longer one stand in both. */
function isLike(one: TextBlock, other: TextBlock): boolean {
  const [a, b] = [wordsIn(one.text), wordsIn(other.text)];
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared * 3 >= Math.max(a.size, b.size);
}

function wordsIn(text: string): Set<string> {
  const words = splitWords(text.slice(0, 5000)).map((word) => word.trim());
  return new Set(words.filter((word) => /[\p{L}\p{N}]/u.test(word)));
}
