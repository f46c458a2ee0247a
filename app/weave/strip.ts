import { drawThreads, throwThreads } from "./loom.ts";
import { STRIPS, type StripName, tileOf } from "./paar.ts";
import { hashText } from "./seed.ts";
import { TONES, type Tone, type TonePalette } from "./tones.ts";

export type { StripName } from "./paar.ts";

export interface StripOptions {
  /** Whose threads are used; the ground stays clear. */
  tone?: Tone;
  /** The distance of two threads, in pixels. */
  unit?: number;
  /** The start of the ids inside; by itself it follows from the other choices. */
  id?: string;
  vertical?: boolean;
}

/** A border that repeats for ever: as wide as its place, or as tall when vertical. */
export function strip(names: StripName | StripName[], options: StripOptions = {}): string {
  const list = typeof names === "string" ? [names] : names;
  const { tone = "paper", unit = 2, vertical = false } = options;
  const id = options.id ?? `p${hashText([...list, tone, unit, vertical].join()).toString(36)}`;
  const depth = list.reduce((sum, name) => sum + (STRIPS[name].depth + 1) * unit, 0);
  const size = vertical ? `width="${depth}" height="100%"` : `width="100%" height="${depth}"`;
  const parts = layStrips(list, { id: escapeId(id), unit, vertical, palette: TONES[tone] });
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} aria-hidden="true">${parts}</svg>`;
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
