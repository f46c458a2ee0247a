import { ICON_OUTLINES } from "../icon-outlines.ts";
import type { IconName } from "../icons.ts";
import type { Motif } from "../motif.ts";
import type { Point } from "./curves.ts";
import { flattenShape } from "./shapes.ts";

const GRID = 24;

/** An icon re-woven on the thread grid, `height` threads tall and centred, its lines `2 * half` threads thick. */
export function knotIcon(name: IconName, height: number, half: number, weft: 1 | 3 = 1): Motif {
  const reach = Math.ceil(height / 2 + half);
  const side = reach * 2 + 1;
  const woven = new Uint8Array(side * side);
  const place = (point: Point): Point => ({
    x: ((point.x - GRID / 2) * height) / GRID,
    y: ((point.y - GRID / 2) * height) / GRID,
  });
  for (const line of linesOf(name)) {
    const points = line.map(place);
    points.forEach((to, at) => {
      layStretch(woven, reach, points[at - 1] ?? to, to, half);
    });
  }
  return (x, y) => {
    if (Math.abs(x) > reach || Math.abs(y) > reach) return 0;
    return woven[(y + reach) * side + x + reach] === 1 ? weft : 0;
  };
}

const flattened = new Map<IconName, Point[][]>();

function linesOf(name: IconName): Point[][] {
  const lines = flattened.get(name) ?? ICON_OUTLINES[name].flatMap(flattenShape);
  flattened.set(name, lines);
  return lines;
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
