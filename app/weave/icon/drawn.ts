import type { Shape } from "./shapes.ts";

/**
 * Icons drawn for the loom, where lucide's are too fine or too slanted to be read in thread: upright, with lines at least
 * two threads apart. On lucide's 24 × 24 grid.
 */
export const DRAWN = {
  code: paths("M7.5 7 2 12l5.5 5", "M16.5 7 22 12l-5.5 5", "M14 4.5 10 19.5"),
  megaphone: paths("M2.5 9.5h5L18.5 4v16l-11-5.5h-5z", "M7.5 9.5v5", "M7 15v6h4.2v-4", "M22.3 10v4"),
  palette: [
    ...paths(
      "M12 22a10 10 0 1 1 10-10.5 4.5 4.5 0 0 1-4.5 4.5h-2.2a1.9 1.9 0 0 0-1.6 2.9l.2.4A1.8 1.8 0 0 1 12 22z",
    ),
    dot(7.5, 12.75),
    dot(9, 7.5),
    dot(13.5, 6.75),
    dot(17.25, 9.75),
  ],
  "pen-tool": [
    ...paths("M7.5 2h9", "M8 2.5 5 11l7 11.5L19 11l-3-8.5", "M12 21v-7"),
    ["circle", { cx: "12", cy: "11", r: "2.2" }],
  ],
  rocket: [
    ...paths(
      "M12 1c3.4 2.8 5 6.4 5 10.2V17H7v-5.8C7 7.4 8.6 3.8 12 1z",
      "M7 12l-4.5 4.5v4.5L7 17.5",
      "M17 12l4.5 4.5v4.5L17 17.5",
      "M12 20.5v2.5",
    ),
    ["circle", { cx: "12", cy: "10", r: "1.9" }],
  ],
  server: [
    ["rect", { x: "2", y: "2.25", width: "20", height: "7.5", rx: "1.5" }],
    ["rect", { x: "2", y: "14.25", width: "20", height: "7.5", rx: "1.5" }],
    dot(6.75, 6),
    dot(6.75, 18),
    ...paths("M12 6h6", "M12 18h6"),
  ],
  ship: paths("M2 14h20l-3.2 7.5H5.2z", "M6 14V8.5h12V14", "M10 8.5v-6h4v6"),
  smartphone: [
    ["rect", { x: "5", y: "1.5", width: "14", height: "21", rx: "2" }],
    ...paths("M10.5 5.2h3", "M5 16.4h14"),
    dot(12, 19.5),
  ],
  wheat: paths("M12 23V10", "M12 6.5V1.5", ...[11, 15.7, 20.4].map(grains)),
} satisfies Record<string, readonly Shape[]>;

function paths(...lines: string[]): Shape[] {
  return lines.map((d) => ["path", { d }]);
}

function dot(x: number, y: number): Shape {
  return ["circle", { cx: String(x), cy: String(y), r: "0.7", fill: "currentColor" }];
}

/** A pair of grains of an ear that part at a height of the stalk. */
function grains(y: number): string {
  return `M6.7 ${y - 7.2}v2.2L12 ${y}L17.3 ${y - 5}v-2.2`;
}
