import { type Cloth, settleCloth } from "./cloth.ts";
import { drawThreads, throwThreads } from "./loom.ts";
import { TONES } from "./tones.ts";

export type { Cloth } from "./cloth.ts";

export function weave(cloth: Cloth): string {
  const { width, height, tone = "deep" } = settleCloth(cloth);
  const palette = TONES[tone];
  const threads = throwThreads((x, y) => (Math.abs(x) + Math.abs(y) < 30 && (Math.abs(x) + Math.abs(y)) % 4 < 2 ? 1 : 0), { left: -30, right: 30, top: -30, bottom: 30 });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><rect width="${width}" height="${height}" fill="${palette.ground}"/><g fill="none" stroke-width=".8" stroke-linecap="round" transform="translate(${width / 2} ${height / 2})scale(${Math.round(height / 70)})">${drawThreads(threads, palette)}</g></svg>`;
}
