import { threads } from "#app/weave/threads.ts";
import { TONES } from "#app/weave/tones.ts";

/** The motif of the splash, the same on every page. Server only. */
export const splash = drawSplash();

/** The rows of the splash's motif from the top, each a group that the style sheet draws in. */
function drawSplash(): string {
  const radius = 22;
  const rows = new Map<number, ReturnType<typeof threads>>();
  for (const thread of threads("barfi", radius)) rows.set(thread.y, [...(rows.get(thread.y) ?? []), thread]);
  const colours = { 1: TONES.paper.first, 2: TONES.paper.second, 3: TONES.gold.knot };
  const groups = [...rows].map(([y, row]) => {
    const paths = ([1, 2, 3] as const).map((tone) => {
      const path = row
        .filter((thread) => thread.tone === tone)
        .map(({ x, length }) => `M${x} ${y}h${length}`);
      return path.length === 0 ? "" : `<path stroke="${colours[tone]}" d="${path.join("")}"/>`;
    });
    return `<g>${paths.join("")}</g>`;
  });
  const size = radius * 2 + 2;
  return `<svg viewBox="${-size / 2} ${-size / 2} ${size} ${size}" fill="none" stroke-width=".8" stroke-linecap="round">${groups.join("")}</svg>`;
}
