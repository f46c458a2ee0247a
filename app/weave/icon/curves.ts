export interface Point {
  x: number;
  y: number;
}

const STEPS = 10;

/** Points along a cubic curve, without its start. */
export function cubicPoints(from: Point, first: Point, second: Point, to: Point): Point[] {
  const along = (a: number, b: number, c: number, d: number, t: number) =>
    a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t ** 2 * (1 - t) + d * t ** 3;
  return steps().map((t) => ({
    x: along(from.x, first.x, second.x, to.x, t),
    y: along(from.y, first.y, second.y, to.y, t),
  }));
}

export interface Arc {
  radiusX: number;
  radiusY: number;
  large: boolean;
  clockwise: boolean;
  to: Point;
}

/** Points along an upright elliptic arc, without its start (SVG 1.1, appendix F.6: from end points to centre). */
export function arcPoints(from: Point, arc: Arc): Point[] {
  const { to } = arc;
  const halfX = (from.x - to.x) / 2;
  const halfY = (from.y - to.y) / 2;
  const stretch = Math.max(1, Math.hypot(halfX / arc.radiusX, halfY / arc.radiusY));
  const radiusX = arc.radiusX * stretch;
  const radiusY = arc.radiusY * stretch;
  const chord = (halfX / radiusX) ** 2 + (halfY / radiusY) ** 2;
  const side = arc.large === arc.clockwise ? -1 : 1;
  const offset = chord === 0 ? 0 : side * Math.sqrt(Math.max(0, 1 / chord - 1));
  const centre = {
    x: (offset * radiusX * halfY) / radiusY + (from.x + to.x) / 2,
    y: (-offset * radiusY * halfX) / radiusX + (from.y + to.y) / 2,
  };
  const angleOf = (point: Point) =>
    Math.atan2((point.y - centre.y) / radiusY, (point.x - centre.x) / radiusX);
  const start = angleOf(from);
  const turn = turnBetween(start, angleOf(to), arc.clockwise);
  return steps().map((t) => ({
    x: centre.x + radiusX * Math.cos(start + turn * t),
    y: centre.y + radiusY * Math.sin(start + turn * t),
  }));
}

/** A whole ellipse, closed. */
export function ellipsePoints(centre: Point, radiusX: number, radiusY: number): Point[] {
  return Array.from({ length: 33 }, (_, at) => ({
    x: centre.x + radiusX * Math.cos((at * Math.PI) / 16),
    y: centre.y + radiusY * Math.sin((at * Math.PI) / 16),
  }));
}

function turnBetween(start: number, end: number, clockwise: boolean): number {
  const turn = end - start;
  if (clockwise && turn < 0) return turn + 2 * Math.PI;
  return !clockwise && turn > 0 ? turn - 2 * Math.PI : turn;
}

function steps(): number[] {
  return Array.from({ length: STEPS }, (_, at) => (at + 1) / STEPS);
}
