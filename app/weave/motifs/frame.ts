import { type Motif, wrap } from "../motif.ts";

/** How far the teeth of a frame stand out beyond its radius. */
export const FRAME_TEETH = 4;

/** A diamond frame around a flower or an icon: teeth outside, a double line, a fine thread of knots inside. */
export function frame(radius: number): Motif {
  return (x, y) => {
    const inside = radius - Math.abs(x) - Math.abs(y);
    if (inside < -FRAME_TEETH) return 0;
    if (inside < 0) return hasTooth(x, y, -inside) ? 1 : 0;
    if (inside < 2) return 1;
    return inside === 4 ? 2 : 0;
  };
}

/** Whether a tooth of the stepped edge reaches a crossing `height` threads beyond the edge. */
export function hasTooth(x: number, y: number, height: number): boolean {
  return wrap(Math.abs(x) - Math.abs(y), 6) < 5 - 2 * (height - 1);
}
