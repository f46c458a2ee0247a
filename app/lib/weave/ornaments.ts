import { drawThreads, type Motif, squareArea, type Traits, throwThreads } from "./motif.ts";
import { barfi, tara } from "./motifs/flowers.ts";
import { KALKA_FRINGE, kalka } from "./motifs/kalka.ts";
import { type Ornament, STRIPS, type StripName, tileOf } from "./paar.ts";
import { hashText } from "./seed.ts";
import { TONES, type Tone, type TonePalette } from "./tones.ts";

export type { StripName } from "./paar.ts";

export interface StripOptions {
  /** Tone of the threads; the ground stays transparent. */
  tone?: Tone;
  /** Thread distance in pixels. */
  unit?: number;
  /** Prefix of the ids inside; by default derived from the other options. */
  id?: string;
  vertical?: boolean;
}

/** Repeating border that fills the width of its container, or the height if vertical. */
export function strip(names: StripName | StripName[], options: StripOptions = {}): string {
  const list = typeof names === "string" ? [names] : names;
  const { tone = "paper", unit = 2, vertical = false } = options;
  const id = options.id ?? `p${hashText([...list, tone, unit, vertical].join()).toString(36)}`;
  const depth = list.reduce((sum, name) => sum + (STRIPS[name].depth + 1) * unit, 0);
  const size = vertical ? `width="${depth}" height="100%"` : `width="100%" height="${depth}"`;
  const parts = layStrips(list, { id: escapeId(id), unit, vertical, palette: TONES[tone] });
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} aria-hidden="true">${parts}</svg>`;
}

/** Decorative border below the header, pale, that marks a section of the site. */
export function areaBorder(name: Ornament): string {
  const { first, second, knot } = TONES.paper;
  return strip(name, { tone: "paper", unit: 2 })
    .replaceAll(first, "#a9c4f3")
    .replaceAll(second, "#c3d6f7")
    .replaceAll(knot, "#4d87ff");
}

interface Laying {
  id: string;
  unit: number;
  vertical: boolean;
  palette: TonePalette;
}

function layStrips(names: readonly StripName[], laying: Laying): string {
  let patterns = "";
  let bands = "";
  let at = 0;
  names.forEach((name, place) => {
    const id = `${laying.id}-${place}`;
    if (name !== "gap") {
      patterns += pattern(id, name, at, laying);
      bands += band(id, STRIPS[name].depth, at, laying);
    }
    at += (STRIPS[name].depth + 1) * laying.unit;
  });
  return `<defs>${patterns}</defs>${bands}`;
}

function pattern(id: string, name: StripName, at: number, { unit, vertical, palette }: Laying): string {
  const { width, height, motif, area } = tileOf(STRIPS[name], vertical);
  const shift = vertical ? `${at} 0` : `0 ${at}`;
  const rows = drawThreads(throwThreads(motif, area), palette);
  return (
    `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"` +
    ` patternTransform="translate(${shift})scale(${unit})">` +
    `<g transform="translate(.5 .5)" fill="none" stroke-width=".8" stroke-linecap="round">${rows}</g></pattern>`
  );
}

function band(id: string, depth: number, at: number, { unit, vertical }: Laying): string {
  const thick = depth * unit;
  const place = vertical
    ? `x="${at}" width="${thick}" height="100%"`
    : `y="${at}" width="100%" height="${thick}"`;
  return `<rect ${place} fill="url(#${id})"/>`;
}

function escapeId(id: string): string {
  return id.replace(/[^\w-]/g, "");
}

const HAND: Traits = {
  core: 4,
  eye: true,
  hollow: true,
  vein: false,
  framed: false,
  petal: 0.17,
  slantPetal: 0.12,
  reach: 0.5,
  leaf: 3,
  filling: "bands",
  fringe: "pearls",
  heart: "flower",
  stoutness: 1,
  curl: 1,
};

const MOTIFS: Record<"tara" | "barfi" | "kalka", (radius: number) => Motif> = {
  tara: (radius) => tara(radius, HAND),
  barfi: (radius) => barfi(radius, HAND),
  kalka: (radius) => kalka((radius - KALKA_FRINGE) * 2, HAND),
};

/** Threads of one motif from the top: centre (0, 0), extent `radius`. */
export function threads(
  motif: "tara" | "barfi" | "kalka",
  radius: number,
): { y: number; x: number; length: number; tone: 1 | 2 | 3 }[] {
  const area = squareArea(radius);
  return throwThreads(MOTIFS[motif](radius), area).map(({ x, y, length, weft }) => ({
    y,
    x,
    length,
    tone: weft,
  }));
}

const SIDE = 32;
/** Start and length of each thread from the top; the middle one is split by the eye. */
const ROWS: readonly (readonly [x: number, y: number, length: number])[] = [
  [16, 4, 0],
  [12, 8, 8],
  [8, 12, 16],
  [4, 16, 6],
  [22, 16, 6],
  [8, 20, 16],
  [12, 24, 8],
  [16, 28, 0],
];

export interface MarkOptions {
  tone?: Tone;
  /** Whether the mark has a background in its tone with padding, as app icons require. */
  grounded?: boolean;
}

/** Company logo: a diamond of seven horizontal threads with an open eye. */
export function mark({ tone = "mist", grounded = false }: MarkOptions = {}): string {
  const { ground, first } = TONES[tone];
  const ends = grounded ? `<rect width="${SIDE}" height="${SIDE}" fill="${ground}"/>` : "";
  const place = grounded ? ' transform="translate(6.4 6.4)scale(.6)"' : "";
  return drawing(`${ends}<g stroke="${first}"${place} ${THREAD}>${markThreads()}</g>`);
}

/** Logo for a browser tab, which turns pale in dark mode. Served as a file, never inline. */
export function tabMark(): string {
  const light = TONES.mist.first;
  const dark = TONES.deep.knot;
  const style = `<style>g{stroke:${light}}@media(prefers-color-scheme:dark){g{stroke:${dark}}}</style>`;
  return drawing(`${style}<g ${THREAD}>${markThreads()}</g>`);
}

const THREAD = 'fill="none" stroke-width="3" stroke-linecap="round"';

function drawing(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" aria-hidden="true">${content}</svg>`;
}

function markThreads(): string {
  return `<path d="${ROWS.map(([x, y, length]) => `M${x} ${y}h${length}`).join("")}"/>`;
}
