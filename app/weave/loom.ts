import type { Motif, Weft } from "./motif.ts";
import type { TonePalette } from "./tones.ts";

/** A stretch of the grid, ends included. */
export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The stretch that reaches equally far to all sides of (0, 0). */
export function squareArea(reach: number): Area {
  return { left: -reach, right: reach, top: -reach, bottom: reach };
}

/** One visible thread: where it starts, how many crossings further it ends, and which thread it is. */
export interface Thread {
  x: number;
  y: number;
  length: number;
  weft: 1 | 2 | 3;
}

/** The threads of a motif, row by row from the left. */
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

function lay(threads: Thread[], start: Thread, goesOn: boolean): void {
  const last = threads.at(-1);
  if (goesOn && last) last.length++;
  else threads.push(start);
}

/** One path for each thread's colour; every thread is a stroke with round ends, a single crossing is a knot. */
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
