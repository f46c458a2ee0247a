import type { WeaveLayout } from "./cloth.ts";
import { canonicalSeed, hashText } from "./seed.ts";
import { type Tone, toneOf } from "./tones.ts";

/** What is seen of a cloth from afar: its colour and how it is laid out. */
export interface Look {
  tone: Tone;
  layout: WeaveLayout;
}

/** One lot each, two for the flower; the paisley is never more than one. */
const LOTS = ["phul", "phul", "barfi", "jaal", "tersa", "lata", "aanchal", "kalka"] as const;

/** Goes before the seed, and was chosen as the word before a tone was. */
const REED = "reed silk";

/** What an entry changes to beside a neighbour of the same: what is nearest to its own. */
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

/** The look of an entry: its own, wherever it is shown and whatever else is published. */
export function lookOf(seed: string): Look {
  const layout = LOTS[hashText(`${REED} ${canonicalSeed(seed)}`) % LOTS.length] ?? "phul";
  return { tone: toneOf(seed), layout };
}

/**
 * The looks of a list: each entry's own, but for what it has in common with the entry after it. As the earlier entry
 * gives way, a new one at the head of a list changes none of the others.
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
