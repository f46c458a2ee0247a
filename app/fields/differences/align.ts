/** One step from an old list to a new one: an item that stayed, one that went, one that came. */
export interface AlignmentStep {
  change: "same" | "gone" | "new";
  /** Place in the old list; of a new item, where it came in. */
  before: number;
  /** Place in the new list; of an item that went, where it was. */
  after: number;
}

/** More differences than these are not worth finding out one by one. */
const mostChanges = 1500;

/**
 * The shortest way from one list to another (Myers, 1986). What differs in more than 1,500 places counts as
 * altogether new, so that no text costs more than some milliseconds.
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
    ...same(0, 0, start),
    ...alignMiddle(before.slice(start, endBefore), after.slice(start, endAfter)).map((step) => ({
      ...step,
      before: step.before + start,
      after: step.after + start,
    })),
    ...same(endBefore, endAfter, before.length - endBefore),
  ];
}

function same(before: number, after: number, count: number): AlignmentStep[] {
  return Array.from({ length: count }, (_, n) => ({ change: "same", before: before + n, after: after + n }));
}

function alignMiddle(before: readonly string[], after: readonly string[]): AlignmentStep[] {
  const trace = before.length > 0 && after.length > 0 ? search(before, after) : null;
  if (trace) return walkBack(trace, before.length, after.length);
  return [
    ...before.map((_, n): AlignmentStep => ({ change: "gone", before: n, after: 0 })),
    ...after.map((_, n): AlignmentStep => ({ change: "new", before: before.length, after: n })),
  ];
}

/** For each number of changes, how far each diagonal got: index `d + k` for diagonal k. Null when there are too many. */
function search(before: readonly string[], after: readonly string[]): Int32Array[] | null {
  const trace: Int32Array[] = [];
  let last = new Int32Array(1);
  for (let d = 0; d <= Math.min(before.length + after.length, mostChanges); d += 1) {
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

/** Where diagonal k begins with its d-th change: from the neighbour that got further. */
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
