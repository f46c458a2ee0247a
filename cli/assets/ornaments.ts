import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { areaBorder, mark, threads } from "#app/lib/weave/ornaments.ts";
import { ORNAMENTS } from "#app/lib/weave/paar.ts";
import { TONES } from "#app/lib/weave/tones.ts";

/** `node cli/assets/ornaments.ts`: draws the borders of the style sheet, the loose thread of the not-found page and the site's icon. */
const folder = join(import.meta.dirname, "../..");
const borders = join(folder, "app/site/styles/borders");

await mkdir(borders, { recursive: true });
for (const area of ORNAMENTS) await save(borders, `${area}.svg`, areaBorder(area));
await save(join(folder, "app/site/shell"), "loose-thread.svg", drawLooseThread());
await save(join(folder, "public"), "favicon.svg", drawFavicon());

async function save(place: string, name: string, svg: string) {
  await writeFile(join(place, name), `${svg}\n`);
  process.stdout.write(`${name}: ${svg.length} bytes\n`);
}

/** Flower whose right half unravels: from the sixth thread on, every weft thread has a loose end. */
function drawLooseThread(): string {
  const colours = { 1: TONES.paper.first, 2: TONES.paper.second, 3: TONES.gold.knot };
  const undone = 6;
  const parts = threads("tara", 33).map(({ x, y, length, tone }, at) => {
    const isWhole = tone === 3 || x + length < undone;
    const d = isWhole ? `M${x} ${y}h${length}` : `M${x} ${y}h${Math.max(1, undone - x)}${looseEnd(y, at)}`;
    return { tone, d };
  });
  const paths = ([1, 2, 3] as const).map((tone) => {
    const d = parts.filter((part) => part.tone === tone).map((part) => part.d);
    return `<path stroke="${colours[tone]}" d="${d.join("")}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-40 -38 140 76" aria-hidden="true" fill="none" stroke-width=".8" stroke-linecap="round">${paths.join("")}</svg>`;
}

/** Pseudo-random, reproducible path of one loose end. */
function looseEnd(y: number, at: number): string {
  const wobble = (turn: number) => Math.sin(at * 12.9898 + y * 78.233 + turn * 37.719);
  const reach = 66 + Math.round(wobble(1) * 30);
  const drift = Math.round(y * -0.3 + wobble(2) * 11);
  return `q${Math.round(reach * 0.45)} ${Math.round(wobble(3) * 3)} ${reach} ${drift}`;
}

/** Site icon; its thread turns light in dark mode. */
function drawFavicon(): string {
  const style = "<style>g{stroke:#0b5fff}@media(prefers-color-scheme:dark){g{stroke:#7fb0ff}}</style>";
  return mark()
    .replace(/(<svg[^>]*>)/, `$1${style}`)
    .replace(' stroke="#0b5fff"', "");
}
