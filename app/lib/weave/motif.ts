import type { Dice } from "./seed.ts";
import type { TonePalette } from "./tones.ts";

/** Thread at a crossing of the grid: none, the first, the second, or the knot's. */
export type Weft = 0 | 1 | 2 | 3;

/** Ornament: thread at column x of pick y. */
export type Motif = (x: number, y: number) => Weft;

/** Value modulo period, never negative. */
export function wrap(value: number, period: number): number {
  return ((value % period) + period) % period;
}

/** Distance of a value from the middle of its period: 0 to half the period. */
export function fold(value: number, period: number): number {
  return Math.abs(wrap(value, period) - period / 2);
}

/** Depth of a crossing inside a stepped petal from `from` to `to`; negative outside. */
export function petal(along: number, across: number, from: number, to: number, width: number): number {
  const middle = (from + to) / 2;
  const half = (to - from) / 2;
  return width * (1 - Math.abs(along - middle) / half) - across;
}

/** Random variation between two motifs of one kind. */
export interface Traits {
  /** Half-width of a flower's core, in threads. */
  core: number;
  eye: boolean;
  hollow: boolean;
  vein: boolean;
  framed: boolean;
  /** Thickness of the long and slanted petals, as a share of the flower's radius. */
  petal: number;
  slantPetal: number;
  /** Length of the slanted petals, as a share of the radius. */
  reach: number;
  /** Half-width of a leaf, in threads. */
  leaf: number;
  filling: "flower" | "net" | "bands";
  fringe: "pearls" | "bare";
  heart: "flower" | "echo" | "net";
  /** Width of a paisley's body, and curl of its tip. */
  stoutness: number;
  curl: number;
}

export function rollTraits(dice: Dice): Traits {
  return {
    core: dice.pick([3, 4, 5]),
    eye: dice.chance(0.6),
    hollow: dice.chance(0.55),
    vein: dice.chance(0.6),
    framed: dice.chance(0.5),
    petal: dice.between(0.16, 0.21),
    slantPetal: dice.between(0.11, 0.15),
    reach: dice.between(0.44, 0.56),
    leaf: dice.between(2.4, 3.6),
    filling: dice.pick(["flower", "net", "bands"]),
    fringe: dice.pick(["pearls", "pearls", "bare"]),
    heart: dice.pick(["flower", "echo", "net"]),
    stoutness: dice.between(0.92, 1.06),
    curl: dice.between(0.94, 1.04),
  };
}

/** Area of the grid, inclusive. */
export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Square area around (0, 0). */
export function squareArea(reach: number): Area {
  return { left: -reach, right: reach, top: -reach, bottom: reach };
}

/** Visible thread: start, further crossings until its end, and colour. */
export interface Thread {
  x: number;
  y: number;
  length: number;
  weft: 1 | 2 | 3;
}

/** Threads of a motif, row by row from the left. */
export function throwThreads(motif: Motif, area: Area): Thread[] {
  const threads: Thread[] = [];
  for (let y = area.top; y <= area.bottom; y++) {
    let under: Weft = 0;
    for (let x = area.left; x <= area.right; x++) {
      const weft = motif(x, y);
      if (weft !== 0) lay(threads, { x, y, length: 0, weft }, weft === under);
      under = weft;
    }
  }
  return threads;
}

function lay(threads: Thread[], start: Thread, continuesThread: boolean): void {
  const last = threads.at(-1);
  if (continuesThread && last) last.length++;
  else threads.push(start);
}

/** SVG with one path per colour; threads are strokes with round ends, and a single crossing is a knot. */
export function drawThreads(threads: readonly Thread[], palette: TonePalette): string {
  const colours = { 1: palette.first, 2: palette.second, 3: palette.knot };
  return ([1, 2, 3] as const)
    .map((weft) => [weft, pathOf(threads.filter((thread) => thread.weft === weft))] as const)
    .map(([weft, path]) => path && `<path stroke="${colours[weft]}" d="${path}"/>`)
    .join("");
}

function pathOf(threads: readonly Thread[]): string {
  let path = "";
  let penX = 0;
  let penY = 0;
  for (const { x, y, length } of threads) {
    const down = y - penY;
    path += `m${x - penX}${down < 0 ? "" : " "}${down}h${length}`;
    penX = x + length;
    penY = y;
  }
  return path;
}
