import { ellipsePoints, type Point } from "./curves.ts";
import { flattenPath } from "./path.ts";

/** One part of an icon as lucide describes it: the SVG element and its attributes. */
export type Shape = readonly [element: string, attributes: Readonly<Record<string, string>>];

/** The polylines of an SVG shape, on lucide's 24 × 24 grid. */
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
      throw new Error(`No SVG shape ${element} is known`);
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
