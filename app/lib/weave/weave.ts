import { type Cloth, settleCloth, type WeaveLayout } from "./cloth.ts";
import { layAanchal } from "./layouts/aanchal.ts";
import { layJaal } from "./layouts/jaal.ts";
import { layBarfi, layKalka, layPhul } from "./layouts/large-motif.ts";
import { layLata, layTersa } from "./layouts/vines.ts";
import { lookOf } from "./looks.ts";
import { layAlone } from "./medallion.ts";
import { Piece } from "./piece.ts";
import { hashText } from "./seed.ts";
import { TONES } from "./tones.ts";

export type { Cloth } from "./cloth.ts";

/** Maximum size of a cloth in bytes of UTF-8. */
export const HEAVIEST = 6144;
const COARSER = 1.12;
const COARSEST = 8;
/** Minimum shorter side in pixels for ornaments around an icon. */
const SMALL = 120;

const LAYOUT: Record<WeaveLayout, (piece: Piece) => void> = {
  phul: layPhul,
  barfi: layBarfi,
  kalka: layKalka,
  jaal: layJaal,
  tersa: layTersa,
  lata: layLata,
  aanchal: layAanchal,
};

/** Jamdani cloth as SVG: deterministic on every machine, at most 6 KB. */
export function weave(cloth: Cloth): string {
  const settled = settleCloth(cloth);
  return cachedWeave(JSON.stringify(settled), () => weaveWithin(settled, HEAVIEST));
}

/** Weaves with coarser threads until the cloth is small enough; one with only its icon always is. */
function weaveWithin(cloth: ReturnType<typeof settleCloth>, heaviest: number): string {
  for (let coarseness = 1; coarseness < COARSEST; coarseness *= COARSER) {
    const svg = weaveOnce(cloth, coarseness, true);
    if (weigh(svg) <= heaviest) return svg;
  }
  return weaveOnce(cloth, 1, false);
}

function weaveOnce(cloth: ReturnType<typeof settleCloth>, coarseness: number, ornamented: boolean): string {
  const { seed, width, height, icon, title } = cloth;
  const own = lookOf(seed);
  const tone = cloth.tone ?? own.tone;
  const layout = cloth.layout ?? own.layout;
  const id = `w${hashText([seed, width, height, tone, layout, icon].join("|")).toString(36).padStart(7, "0")}`;
  const palette = TONES[tone];
  const piece = new Piece({
    id,
    seed: hashText(seed),
    width,
    height,
    palette,
    coarseness,
    ...(icon && { icon }),
  });
  if (icon && (!ornamented || Math.min(width, height) < SMALL)) layAlone(piece, icon);
  else if (ornamented) LAYOUT[layout](piece);
  return finishPiece(piece, title);
}

function weigh(svg: string): number {
  return new TextEncoder().encode(svg).length;
}

const LONGEST_TITLE = 160;
const SLUBS = 9;

/**
 * Assembles the SVG: ground, ornament, grain and accessible name. Only the inner `svg` has an aspect ratio, so that
 * the cloth fills a box of any shape and keeps the side of the large motif.
 */
function finishPiece(piece: Piece, title?: string): string {
  const { width, height, palette, id } = piece;
  const { definitions, body } = piece.markup;
  const side = piece.mirrored ? "xMinYMid" : "xMaxYMid";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${naming(title)} width="100%" height="100%">` +
    `<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="${side} slice">` +
    `<g fill="none" stroke-width=".8" stroke-linecap="round">` +
    `<defs>${definitions}${grain(piece)}</defs>` +
    `<rect width="${width}" height="${height}" fill="${palette.ground}"/>${body}` +
    `<rect width="${width}" height="${height}" fill="url(#${id}g)"/>${slubs(piece)}</g></svg></svg>`
  );
}

/** Pattern of the ground: one warp and one weft thread. */
function grain({ id, thread, palette }: Piece): string {
  const pitch = Number(thread.toFixed(2));
  const line = `stroke-width="${Number((pitch / 2).toFixed(2))}"`;
  return (
    `<pattern id="${id}g" width="${pitch}" height="${pitch}" patternUnits="userSpaceOnUse">` +
    `<path d="M0 0v${pitch}" stroke="${palette.ground}" ${line} opacity=".22"/>` +
    `<path d="M0 0h${pitch}" stroke="${palette.first}" ${line} opacity=".1"/></pattern>`
  );
}

/** Slubs: thicker places of hand-spun yarn. */
function slubs({ dice, width, height, palette, thread }: Piece): string {
  let path = "";
  for (let at = 0; at < SLUBS; at++) {
    const x = Math.round(dice.between(-0.1, 0.7) * width);
    path += `M${x} ${Math.round(dice.roll() * height)}h${Math.round(dice.between(0.15, 0.6) * width)}`;
  }
  return `<path d="${path}" stroke="${palette.first}" stroke-width="${(thread * 0.35).toFixed(1)}" opacity=".1"/>`;
}

function naming(title?: string): string {
  const name = title === undefined ? "" : escapeTitle(title);
  return name === "" ? 'aria-hidden="true"' : `role="img" aria-label="${name}"`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a title for an XML attribute: one line, bounded, without characters that XML forbids. */
function escapeTitle(title: string): string {
  return title
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_TITLE)
    .toWellFormed()
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}

const ROOM = 256;
const cached = new Map<string, string>();

/** Caches the last few hundred generated texts and evicts the least recently used one. */
export function cachedWeave(key: string, make: () => string): string {
  const text = cached.get(key) ?? make();
  cached.delete(key);
  cached.set(key, text);
  if (cached.size > ROOM) forgetOldest();
  return text;
}

function forgetOldest(): void {
  for (const key of cached.keys()) {
    cached.delete(key);
    return;
  }
}
