/** Which thread lies on a crossing of the grid: none, the first, the second, or the knot's. */
export type Weft = 0 | 1 | 2 | 3;

/** An ornament: what lies at thread x of pick y. */
export type Motif = (x: number, y: number) => Weft;

/** The place of a value within its period, never negative. */
export function wrap(value: number, period: number): number {
  return ((value % period) + period) % period;
}

/** The distance of a value from the middle of its period: 0 in the middle, half the period at its ends. */
export function fold(value: number, period: number): number {
  return Math.abs(wrap(value, period) - period / 2);
}

/** How deep a crossing lies inside a stepped petal that runs from `from` to `to`; negative outside it. */
export function petal(along: number, across: number, from: number, to: number, width: number): number {
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  return width * (1 - Math.abs(along - middle) / half) - across;
}
