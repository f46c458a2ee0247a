import { ICON_OUTLINES } from "../icon-outlines.ts";
import type { IconName } from "../icons.ts";
import type { Motif } from "../motif.ts";
import { flattenShape, type Point } from "./shapes.ts";

const GRID = 24;

/** Rasterizes an icon on the thread grid, `height` threads tall and centred, with lines `2 * half` threads thick. */
export function knotIcon(name: IconName, height: number, half: number, weft: 1 | 3 = 1): Motif {
  const reach = Math.ceil(height / 2 + half);
  const side = reach * 2 + 1;
  const woven = new Uint8Array(side * side);
  const place = (point: Point): Point => ({
    x: ((point.x - GRID / 2) * height) / GRID,
    y: ((point.y - GRID / 2) * height) / GRID,
  });
  for (const { points: line, isFilled } of linesOf(name)) {
    const points = line.map(place);
    points.forEach((to, at) => {
      layStretch(woven, reach, points[at - 1] ?? to, to, half);
    });
    if (isFilled) fill(woven, reach, points);
  }
  trim(woven, side);
  return (x, y) => {
    if (Math.abs(x) > reach || Math.abs(y) > reach) return 0;
    return woven[(y + reach) * side + x + reach] === 1 ? weft : 0;
  };
}

interface Line {
  points: Point[];
  isFilled: boolean;
}

const flattened = new Map<IconName, Line[]>();

function linesOf(name: IconName): Line[] {
  const lines =
    flattened.get(name) ??
    ICON_OUTLINES[name].flatMap((shape) =>
      flattenShape(shape).map((points) => ({ points, isFilled: shape[1].fill !== undefined })),
    );
  flattened.set(name, lines);
  return lines;
}

/** Fills a closed polygon. */
function fill(woven: Uint8Array, reach: number, points: readonly Point[]): void {
  const side = reach * 2 + 1;
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      if (isWithin(x, y, points)) woven[(y + reach) * side + x + reach] = 1;
    }
  }
}

/** Removes single crossings that protrude from a flat edge. */
function trim(woven: Uint8Array, side: number): void {
  const isFlat = (at: number) => woven[at - 1] === 1 && woven[at] === 1 && woven[at + 1] === 1;
  woven.forEach((crossing, at) => {
    const isAlone = crossing === 1 && woven[at - 1] === 0 && woven[at + 1] === 0;
    const [above, below] = [at - side, at + side];
    if (!isAlone || (woven[above] === 1 && woven[below] === 1)) return;
    if (isFlat(above) || isFlat(below)) woven[at] = 0;
  });
}

function isWithin(x: number, y: number, points: readonly Point[]): boolean {
  let inside = false;
  points.forEach((to, at) => {
    const from = points.at(at - 1) ?? to;
    if (from.y > y === to.y > y) return;
    if (x < ((from.x - to.x) * (y - to.y)) / (from.y - to.y) + to.x) inside = !inside;
  });
  return inside;
}

function layStretch(woven: Uint8Array, reach: number, from: Point, to: Point, half: number): void {
  const side = reach * 2 + 1;
  const bottom = Math.min(reach, Math.max(from.y, to.y) + half);
  const right = Math.min(reach, Math.max(from.x, to.x) + half);
  for (let y = Math.max(-reach, Math.ceil(Math.min(from.y, to.y) - half)); y <= bottom; y++) {
    for (let x = Math.max(-reach, Math.ceil(Math.min(from.x, to.x) - half)); x <= right; x++) {
      if (distanceTo(x, y, from, to) <= half) woven[(y + reach) * side + x + reach] = 1;
    }
  }
}

function distanceTo(x: number, y: number, from: Point, to: Point): number {
  const runX = to.x - from.x;
  const runY = to.y - from.y;
  const length = runX * runX + runY * runY;
  const share = length === 0 ? 0 : ((x - from.x) * runX + (y - from.y) * runY) / length;
  const held = Math.min(1, Math.max(0, share));
  return Math.hypot(x - from.x - held * runX, y - from.y - held * runY);
}
