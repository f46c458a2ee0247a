import { canonicalSeed, hashText } from "./seed.ts";

/** The colours of one cloth: its ground, the two threads and the knot laid into it, and the ground of its border. */
export interface TonePalette {
  ground: string;
  first: string;
  second: string;
  knot: string;
  hem: string;
  /** White on white: an icon takes the knot's colour, to be seen at all. */
  quiet?: true;
}

export type Tone = "deep" | "sky" | "mist" | "blue" | "ink" | "muslin" | "paper" | "gold";

export const TONES: Record<Tone, TonePalette> = {
  deep: { ground: "#0a2a66", first: "#f3f6fa", second: "#4d87ff", knot: "#9fc0ff", hem: "#07204f" },
  sky: { ground: "#cfdffb", first: "#0a2a66", second: "#ffffff", knot: "#0b5fff", hem: "#e9f0fd" },
  mist: { ground: "#edf2f9", first: "#0b5fff", second: "#0a2a66", knot: "#8fb4f7", hem: "#ffffff" },
  blue: { ground: "#0b5fff", first: "#ffffff", second: "#9fc3ff", knot: "#0a2a66", hem: "#0a4fd8" },
  ink: { ground: "#0d1b2a", first: "#dfe8f6", second: "#2f74ff", knot: "#8fa6c4", hem: "#0a2a66" },
  muslin: {
    ground: "#dfe8f4",
    first: "#ffffff",
    second: "#a9bfe0",
    knot: "#0b5fff",
    hem: "#d5e0f0",
    quiet: true,
  },
  paper: { ground: "#ffffff", first: "#0a2a66", second: "#0b5fff", knot: "#b9cff5", hem: "#eef3fa" },
  gold: { ground: "#0a2a66", first: "#f3f6fa", second: "#4d87ff", knot: "#f2a900", hem: "#07204f" },
};

/** Every tone but gold, in an order where neighbours stand apart. Gold is the accent, asked for by name. */
export const TONE_WALK = ["deep", "sky", "mist", "blue", "ink", "muslin", "paper"] as const;

/** The tone of an entry: its own, wherever it is shown and whatever else is published. */
export function toneOf(seed: string): Tone {
  return TONE_WALK[hashText(`tone ${canonicalSeed(seed)}`) % TONE_WALK.length] ?? "deep";
}

/** The tones of a list: each entry's own, but the next one of the walk where its neighbour before it has the same. */
export function tonesOf(seeds: readonly string[]): Tone[] {
  const tones: Tone[] = [];
  for (const seed of seeds) {
    const own = toneOf(seed);
    tones.push(own === tones.at(-1) ? toneAfter(own) : own);
  }
  return tones;
}

function toneAfter(tone: Tone): Tone {
  const place = TONE_WALK.findIndex((own) => own === tone);
  return TONE_WALK[(place + 1) % TONE_WALK.length] ?? "deep";
}

export function isTone(name: string): name is Tone {
  return Object.hasOwn(TONES, name);
}
