import { TONES, type Tone } from "./tones.ts";

const SIDE = 32;
/** From the top down: where each thread starts and how far it runs; the middle one parts around the eye. */
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
  /** Whether the mark stands on the ground of its tone, with room around it, as app icons need. */
  grounded?: boolean;
}

/** The company's mark: a diamond of seven level threads with an open eye. */
export function mark({ tone = "mist", grounded = false }: MarkOptions = {}): string {
  const { ground, first } = TONES[tone];
  const ends = grounded ? `<rect width="${SIDE}" height="${SIDE}" fill="${ground}"/>` : "";
  const place = grounded ? ' transform="translate(6.4 6.4)scale(.6)"' : "";
  return drawing(`${ends}<g stroke="${first}"${place} ${THREAD}>${threads()}</g>`);
}

/** The mark for a browser tab: it turns pale by itself where the browser is dark. Served as a file, never inline. */
export function tabMark(): string {
  const light = TONES.mist.first;
  const dark = TONES.deep.knot;
  const style = `<style>g{stroke:${light}}@media(prefers-color-scheme:dark){g{stroke:${dark}}}</style>`;
  return drawing(`${style}<g ${THREAD}>${threads()}</g>`);
}

const THREAD = 'fill="none" stroke-width="3" stroke-linecap="round"';

function drawing(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}" aria-hidden="true">${content}</svg>`;
}

function threads(): string {
  return `<path d="${ROWS.map(([x, y, length]) => `M${x} ${y}h${length}`).join("")}"/>`;
}
