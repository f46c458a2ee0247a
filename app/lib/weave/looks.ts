import type { WeaveLayout } from "./cloth.ts";
import { canonicalSeed, hashText } from "./seed.ts";
import { type Tone, toneOf } from "./tones.ts";

/** Tone and layout of a cloth. */
export interface Look {
  tone: Tone;
  layout: WeaveLayout;
}

/** Weights: one each, two for the flower, so the paisley stays rare. */
const LOTS = ["phul", "phul", "barfi", "jaal", "tersa", "lata", "aanchal", "kalka"] as const;

/** Seed prefix, chosen when a word preceded the tone. */
const REED = "reed silk";

/** Replacement for a look equal to its neighbour's: the most similar one. */
const NEXT_TONE: Record<Tone, Tone> = {
  deep: "ink",
  ink: "deep",
  sky: "mist",
  mist: "sky",
  muslin: "paper",
  paper: "muslin",
  blue: "deep",
  gold: "deep",
};

const NEXT_LAYOUT: Record<WeaveLayout, WeaveLayout> = {
  phul: "barfi",
  barfi: "phul",
  jaal: "aanchal",
  aanchal: "jaal",
  tersa: "lata",
  lata: "tersa",
  kalka: "phul",
};

/** Look of an entry, derived from its seed alone. */
export function lookOf(seed: string): Look {
  const layout = LOTS[hashText(`${REED} ${canonicalSeed(seed)}`) % LOTS.length] ?? "phul";
  return { tone: toneOf(seed), layout };
}

/**
 * Looks of a list: each entry's own, adjusted where it equals the next entry's. The earlier entry changes, so a new
 * first entry affects no others.
 */
export function looksOf(seeds: readonly string[]): Look[] {
  const looks: Look[] = [];
  let after: Look | undefined;
  for (const seed of seeds.toReversed()) {
    const { tone, layout } = lookOf(seed);
    after = {
      tone: tone === after?.tone ? NEXT_TONE[tone] : tone,
      layout: layout === after?.layout ? NEXT_LAYOUT[layout] : layout,
    };
    looks.push(after);
  }
  return looks.reverse();
}
