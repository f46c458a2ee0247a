import { canonicalSeed, hashText } from "./seed.ts";

/** Colours of a cloth: ground, two threads, knot, and ground of the border. */
export interface TonePalette {
  ground: string;
  first: string;
  second: string;
  knot: string;
  hem: string;
  /** White on white: icons use the knot's colour to be visible. */
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

const LIGHT_TONES: readonly Tone[] = ["sky", "mist", "muslin", "paper"];

/** Whether its ground is light and therefore inverted in dark mode. */
export function isLight(tone: Tone): boolean {
  return LIGHT_TONES.includes(tone);
}

/** Tones except gold, which is the accent and used only by name. */
const OWN_TONES = ["deep", "sky", "mist", "blue", "ink", "muslin", "paper"] as const;

/** Seed prefix, chosen so that no neighbours in the sample content share a tone. */
const DYE = "silk of rupganj";

/** Tone of an entry, derived from its seed alone. */
export function toneOf(seed: string): Tone {
  return OWN_TONES[hashText(`${DYE} ${canonicalSeed(seed)}`) % OWN_TONES.length] ?? "deep";
}

export function isTone(name: string): name is Tone {
  const known: readonly string[] = [...OWN_TONES, "gold"];
  return known.includes(name);
}
