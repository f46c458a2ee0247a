/** How many one thread of the chart stands for, so that the highest pile stays in sight. */
export function chooseUnit(highest: number, mostThreads = 12): number {
  for (let power = 1; ; power *= 10)
    for (const step of [1, 2, 5]) if (highest / (step * power) <= mostThreads) return step * power;
}

export interface ChartThread {
  /** Counted from the foot of the pile. */
  row: number;
  /** Part of a whole thread, up to 1. */
  part: number;
  isOpen: boolean;
}

/** The threads of one day: what is done below, what is open above. */
export function pileUp(done: number, open: number, unit: number): ChartThread[] {
  const full = threadsOf(done, unit).map((part) => ({ part, isOpen: false }));
  const hollow = threadsOf(open, unit).map((part) => ({ part, isOpen: true }));
  return [...full, ...hollow].map((thread, row) => ({ ...thread, row }));
}

function threadsOf(count: number, unit: number): number[] {
  const whole = Math.floor(count / unit);
  const rest = (count % unit) / unit;
  return [...Array.from({ length: whole }, () => 1), ...(rest > 0 ? [rest] : [])];
}
