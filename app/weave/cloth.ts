import { type IconName, isIconName } from "./icons.ts";
import { canonicalSeed } from "./seed.ts";
import { isTone, type Tone } from "./tones.ts";

/** How a cloth is laid out: star flower, stepped diamond, paisley, net, diagonal sprays, vine, end piece of bands. */
export const LAYOUTS = ["phul", "barfi", "kalka", "jaal", "tersa", "lata", "aanchal"] as const;

export type WeaveLayout = (typeof LAYOUTS)[number];

export function isLayout(name: string): name is WeaveLayout {
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
