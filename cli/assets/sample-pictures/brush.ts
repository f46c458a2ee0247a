import { openTypeSetter } from "#app/site/seo/type-setter.ts";

/** Colours of every sample picture: indigo, paper and one gold. */
export const ink = {
  black: "#0d1b2a",
  night: "#07204f",
  deep: "#0a2a66",
  blue: "#0b5fff",
  mid: "#3d6ed6",
  sky: "#aeccfc",
  pale: "#dce9fe",
  mist: "#f3f6fa",
  line: "#dfe6ee",
  grey: "#415367",
  white: "#ffffff",
  gold: "#f2a900",
} as const;

/** Picture with its file name, its size in pixels and its SVG. */
export interface Drawing {
  name: string;
  width: number;
  height: number;
  draw(brush: Brush): string;
}

interface TextStyle {
  fill?: string;
  isBold?: boolean;
  /** Alignment of the text at `x`. */
  anchor?: "start" | "middle" | "end";
}

export interface Brush {
  /** Line of text as outlines; `y` is its baseline. */
  text(words: string, x: number, y: number, size: number, style?: TextStyle): string;
}

export async function openBrush(latin: string, bangla: string): Promise<Brush> {
  const bold = await openTypeSetter(latin, bangla, { weight: 650, width: 90 });
  const plain = await openTypeSetter(latin, bangla, { weight: 450, width: 96 });
  return {
    text: (words, x, y, size, { fill = ink.black, isBold = false, anchor = "start" } = {}) => {
      const type = isBold ? bold : plain;
      const scale = size / type.unitsPerEm;
      const line = type.set(words);
      const before = { start: 0, middle: line.width / 2, end: line.width }[anchor];
      return `<path fill="${fill}" transform="translate(${(x - before * scale).toFixed(1)} ${y})scale(${scale})" d="${line.path}"/>`;
    },
  };
}

export function box(x: number, y: number, width: number, height: number, fill: string, radius = 0): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`;
}

export function shape(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}

export function stroke(d: string, colour: string, width: number, dashes = ""): string {
  const dashed = dashes ? ` stroke-dasharray="${dashes}"` : "";
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${dashed}/>`;
}

export function disc(x: number, y: number, rx: number, fill: string, ry = rx): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
}

/** Stepped diamond of five threads, as on the site's knots; `size` is its height. */
export function knot(x: number, y: number, size: number, fill: string): string {
  const step = size / 5;
  return [1, 3, 5, 3, 1]
    .map((threads, at) =>
      box(x - (threads * step) / 2, y - size / 2 + at * step, threads * step, step * 1.02, fill),
    )
    .join("");
}

/** Pattern of small crosses, every second row moved by half. */
export function field(width: number, height: number, fill: string, gap = 80): string {
  const arm = gap / 20;
  let d = "";
  for (let row = 0; row * (gap / 2) <= height; row++)
    for (let x = row % 2 === 0 ? gap / 2 : gap; x < width; x += gap) {
      const y = gap / 4 + row * (gap / 2);
      d += `M${x - arm / 2} ${y - arm * 1.5}h${arm}v${arm}h${arm}v${arm}h${-arm}v${arm}h${-arm}v${-arm}h${-arm}v${-arm}h${arm}z`;
    }
  return shape(d, fill);
}

/** Content clipped to a path. */
export function within(id: string, d: string, content: string): string {
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${content}</g>`;
}
