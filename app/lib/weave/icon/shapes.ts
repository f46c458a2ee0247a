/** SVG element and its attributes, as in lucide's data. */
export type Shape = readonly [element: string, attributes: Readonly<Record<string, string>>];

/** Polylines of an SVG shape, on lucide's 24 × 24 grid. */
export function flattenShape([element, attributes]: Shape): Point[][] {
  const number = (name: string) => Number(attributes[name] ?? 0);
  switch (element) {
    case "path":
      return flattenPath(attributes.d ?? "");
    case "circle":
      return [ellipsePoints({ x: number("cx"), y: number("cy") }, number("r"), number("r"))];
    case "ellipse":
      return [ellipsePoints({ x: number("cx"), y: number("cy") }, number("rx"), number("ry"))];
    case "line":
      return flattenPath(`M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}`);
    case "polyline":
      return flattenPath(`M${attributes.points ?? ""}`);
    case "polygon":
      return flattenPath(`M${attributes.points ?? ""}Z`);
    case "rect":
      return flattenPath(rectPath(number("x"), number("y"), number("width"), number("height"), number("rx")));
    default:
      throw new Error(`Unknown SVG shape ${element}`);
  }
}

function rectPath(x: number, y: number, width: number, height: number, round: number): string {
  if (round === 0) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const flatWidth = width - 2 * round;
  const flatHeight = height - 2 * round;
  const corner = (dx: number, dy: number) => `a${round} ${round} 0 0 1 ${dx} ${dy}`;
  const top = `M${x + round} ${y}h${flatWidth}${corner(round, round)}v${flatHeight}`;
  return `${top}${corner(-round, round)}h${-flatWidth}${corner(-round, -round)}v${-flatHeight}${corner(round, -round)}`;
}

const NUMBER = String.raw`-?(?:\d*\.\d+|\d+)`;
const GAP = String.raw`[\s,]*`;
const ARC = new RegExp(
  [NUMBER, NUMBER, NUMBER, "[01]", "[01]", NUMBER, NUMBER].map((part) => `(${part})`).join(GAP),
  "g",
);
/** Number of arguments of each command; arcs are parsed separately, because their flags may lack separators. */
const ARITY: Record<string, number> = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4 };

interface Pen {
  at: Point;
  start: Point;
  /** Last control point of a curve, which S mirrors. */
  control: Point;
  lines: Point[][];
}

/** Polylines of an SVG path; curves become short line segments. */
function flattenPath(data: string): Point[][] {
  const origin = { x: 0, y: 0 };
  const pen: Pen = { at: origin, start: origin, control: origin, lines: [] };
  for (const [, letter = "", text = ""] of data.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    readArguments(letter.toUpperCase(), text).forEach((numbers, place) => {
      draw(pen, letter, numbers, place);
    });
  }
  return pen.lines;
}

function readArguments(command: string, text: string): number[][] {
  if (command === "Z") return [[]];
  if (command === "A") return [...text.matchAll(ARC)].map(([, ...numbers]) => numbers.map(Number));
  const arity = ARITY[command];
  if (arity === undefined) throw new Error(`Unknown path command ${command}`);
  const numbers = [...text.matchAll(new RegExp(NUMBER, "g"))].map(([number]) => Number(number));
  return Array.from({ length: numbers.length / arity }, (_, at) =>
    numbers.slice(at * arity, (at + 1) * arity),
  );
}

function draw(pen: Pen, letter: string, numbers: number[], place: number): void {
  const command = letter.toUpperCase();
  const base = letter === command ? { x: 0, y: 0 } : pen.at;
  const pointAt = (index: number): Point => ({
    x: base.x + (numbers[index] ?? 0),
    y: base.y + (numbers[index + 1] ?? 0),
  });
  if (command === "M" && place === 0) lift(pen, pointAt(0));
  else if (command === "C") curve(pen, pointAt(0), pointAt(2), pointAt(4));
  else if (command === "S") curve(pen, mirrored(pen), pointAt(0), pointAt(2));
  else if (command === "Q") quadratic(pen, pointAt(0), pointAt(2));
  else if (command === "A") arc(pen, numbers, pointAt(5));
  else if (command === "H") extend(pen, [{ x: pointAt(0).x, y: pen.at.y }]);
  else if (command === "V") extend(pen, [{ x: pen.at.x, y: base.y + (numbers[0] ?? 0) }]);
  else extend(pen, [command === "Z" ? pen.start : pointAt(0)]);
}

function lift(pen: Pen, to: Point): void {
  pen.start = to;
  pen.at = to;
  pen.control = to;
  pen.lines.push([to]);
}

function extend(pen: Pen, points: Point[]): void {
  const line = pen.lines.at(-1);
  if (line?.at(-1) !== pen.at) pen.lines.push([pen.at, ...points]);
  else line.push(...points);
  pen.at = points.at(-1) ?? pen.at;
  pen.control = pen.at;
}

function curve(pen: Pen, first: Point, second: Point, to: Point): void {
  extend(pen, cubicPoints(pen.at, first, second, to));
  pen.control = second;
}

function quadratic(pen: Pen, control: Point, to: Point): void {
  const towards = (end: Point): Point => ({
    x: end.x + ((control.x - end.x) * 2) / 3,
    y: end.y + ((control.y - end.y) * 2) / 3,
  });
  curve(pen, towards(pen.at), towards(to), to);
}

function arc(pen: Pen, numbers: number[], to: Point): void {
  const [radiusX = 1, radiusY = 1, , large, clockwise] = numbers;
  extend(pen, arcPoints(pen.at, { radiusX, radiusY, large: large === 1, clockwise: clockwise === 1, to }));
}

function mirrored(pen: Pen): Point {
  return { x: 2 * pen.at.x - pen.control.x, y: 2 * pen.at.y - pen.control.y };
}

export interface Point {
  x: number;
  y: number;
}

const STEPS = 10;

/** Points along a cubic curve, without its start. */
function cubicPoints(from: Point, first: Point, second: Point, to: Point): Point[] {
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

/** Points along an elliptic arc without rotation, without its start (SVG 1.1, appendix F.6: endpoint to centre). */
function arcPoints(from: Point, arc: Arc): Point[] {
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

/** Complete ellipse, closed. */
function ellipsePoints(centre: Point, radiusX: number, radiusY: number): Point[] {
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
