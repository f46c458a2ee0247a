import type { Piece } from "./piece.ts";

const LONGEST_TITLE = 160;
const SLUBS = 9;

/** The finished cloth: ground, ornament, the grain of the weave over it, and its name for those who listen. */
export function finishPiece(piece: Piece, title?: string): string {
  const { width, height, palette, id } = piece;
  const { definitions, body } = piece.markup;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"` +
    ` preserveAspectRatio="xMidYMid slice" ${naming(title)}>` +
    `<g fill="none" stroke-width=".8" stroke-linecap="round">` +
    `<defs>${definitions}${grain(piece)}</defs>` +
    `<rect width="${width}" height="${height}" fill="${palette.ground}"/>${body}` +
    `<rect width="${width}" height="${height}" fill="url(#${id}g)"/>${slubs(piece)}</g></svg>`
  );
}

/** Warp and weft of the ground, one repeat of it. */
function grain({ id, thread, palette }: Piece): string {
  const pitch = Number(thread.toFixed(2));
  const line = `stroke-width="${Number((pitch / 2).toFixed(2))}"`;
  return (
    `<pattern id="${id}g" width="${pitch}" height="${pitch}" patternUnits="userSpaceOnUse">` +
    `<path d="M0 0v${pitch}" stroke="${palette.ground}" ${line} opacity=".22"/>` +
    `<path d="M0 0h${pitch}" stroke="${palette.first}" ${line} opacity=".1"/></pattern>`
  );
}

/** The thickenings of hand-spun yarn. */
function slubs({ dice, width, height, palette, thread }: Piece): string {
  let path = "";
  for (let at = 0; at < SLUBS; at++) {
    const x = Math.round(dice.between(-0.1, 0.7) * width);
    path += `M${x} ${Math.round(dice.roll() * height)}h${Math.round(dice.between(0.15, 0.6) * width)}`;
  }
  return `<path d="${path}" stroke="${palette.first}" stroke-width="${(thread * 0.35).toFixed(1)}" opacity=".1"/>`;
}

function naming(title?: string): string {
  const name = title === undefined ? "" : speakable(title);
  return name === "" ? 'aria-hidden="true"' : `role="img" aria-label="${name}"`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A title fit for an XML attribute: one line, bounded, without signs that XML forbids. */
function speakable(title: string): string {
  return title
    .toWellFormed()
    .replace(/[\p{Cc}\uFFFE\uFFFF\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_TITLE)
    .toWellFormed()
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
}
