import { type IconName, isIconName } from "./icons.ts";
import { canonicalSeed, SEED_LENGTH } from "./seed.ts";
import { isTone, type Tone } from "./tones.ts";

/** How a cloth is laid out: star flower, stepped diamond, paisley, net, diagonal sprays, vine, end piece of bands. */
export const LAYOUTS = ["phul", "barfi", "kalka", "jaal", "tersa", "lata", "aanchal"] as const;

export type WeaveLayout = (typeof LAYOUTS)[number];

function isLayout(name: string): name is WeaveLayout {
  return LAYOUTS.some((layout) => layout === name);
}

/** What is asked of the loom. Sizes in pixels; what is left out follows from the seed. */
export interface Cloth {
  seed: string;
  width: number;
  height: number;
  tone?: Tone;
  /** The name of an icon to be knotted in; a name the loom does not know is passed over. */
  icon?: string;
  layout?: WeaveLayout;
  /** Spoken name; without it the cloth is ornament, hidden from assistive technology. */
  title?: string;
}

const SMALLEST_SIDE = 16;
const LARGEST_SIDE = 2400;

/** The same wish in the one form the loom and the addresses know: bounded whole sizes, canonical seed, known names. */
export function settleCloth(cloth: Cloth): Omit<Cloth, "icon"> & { icon?: IconName } {
  const { tone, layout, icon } = cloth;
  return {
    seed: canonicalSeed(cloth.seed),
    width: side(cloth.width),
    height: side(cloth.height),
    ...(tone !== undefined && isTone(tone) && { tone }),
    ...(layout !== undefined && isLayout(layout) && { layout }),
    ...(icon !== undefined && isIconName(icon) && { icon }),
    ...(cloth.title ? { title: cloth.title } : {}),
  };
}

function side(length: number): number {
  const whole = Number.isNaN(length) ? SMALLEST_SIDE : Math.round(length);
  return Math.min(LARGEST_SIDE, Math.max(SMALLEST_SIDE, whole));
}

/** Counts up whenever the loom draws differently, so that a cloth at its address may be kept for ever. */
const GENERATOR = "5";
const PREFIX = `/weave/${GENERATOR}/`;
const LONGEST_PATH = PREFIX.length + 80 + SEED_LENGTH * 9;

/** Where a cloth is served: `/weave/5/deep-640x480-phul-ship/Title.svg`. The spoken title is not part of it. */
export function weaveAddress(cloth: Cloth): string {
  const { seed, width, height, tone, layout, icon } = settleCloth(cloth);
  const wish = [tone, `${width}x${height}`, layout, icon].filter(Boolean).join("-");
  return `${PREFIX}${wish}/${encodeSeed(seed)}.svg`;
}

/** The cloth at a still percent-encoded path; null for anything that `weaveAddress` would not have written so. */
export function readWeaveAddress(path: string): Cloth | null {
  if (path.length > LONGEST_PATH || !path.startsWith(PREFIX)) return null;
  const [wish, file, ...rest] = path.slice(PREFIX.length).split("/");
  if (wish === undefined || !file?.endsWith(".svg") || rest.length > 0) return null;
  const seed = decodeSeed(file.slice(0, -".svg".length));
  const parts = readWish(wish);
  if (seed === null || parts === null) return null;
  const cloth = { seed, ...parts };
  return weaveAddress(cloth) === encodeSigns(path) ? cloth : null;
}

function readWish(wish: string): Omit<Cloth, "seed"> | null {
  const words = wish.split("-");
  const tone = isTone(words[0] ?? "") ? words.shift() : undefined;
  const size = /^(\d{2,4})x(\d{2,4})$/.exec(words.shift() ?? "");
  if (!size) return null;
  const layout = isLayout(words[0] ?? "") ? words.shift() : undefined;
  const icon = words.join("-");
  if (icon !== "" && !isIconName(icon)) return null;
  return {
    width: Number(size[1]),
    height: Number(size[2]),
    ...(tone !== undefined && isTone(tone) && { tone }),
    ...(layout !== undefined && isLayout(layout) && { layout }),
    ...(icon !== "" && { icon }),
  };
}

function encodeSeed(seed: string): string {
  return encodeSigns(encodeURIComponent(seed));
}

/** The signs that the platform's own encoding leaves as they are: a path may come with or without them encoded. */
function encodeSigns(text: string): string {
  return text.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function decodeSeed(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}
