import { type IconName, isIconName } from "./icons.ts";
import { canonicalSeed, SEED_LENGTH } from "./seed.ts";
import { isTone, type Tone } from "./tones.ts";

/** Layouts: star flower, stepped diamond, paisley, net, diagonal sprays, vine, and end piece of bands. */
export const LAYOUTS = ["phul", "barfi", "kalka", "jaal", "tersa", "lata", "aanchal"] as const;

export type WeaveLayout = (typeof LAYOUTS)[number];

function isLayout(name: string): name is WeaveLayout {
  return LAYOUTS.some((layout) => layout === name);
}

/** Parameters of a cloth. Sizes in pixels; omitted values follow from the seed. */
export interface Cloth {
  seed: string;
  width: number;
  height: number;
  tone?: Tone;
  /** Name of an icon to weave in; unknown names are ignored. */
  icon?: string;
  layout?: WeaveLayout;
  /** Accessible name; without it the cloth is decorative and hidden from assistive technology. */
  title?: string;
}

const SMALLEST_SIDE = 16;
const LARGEST_SIDE = 2400;

/** Normalizes the parameters of a cloth: whole sizes within bounds, canonical seed, known names. */
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

/** Version of the generated output. Increment it on each visible change, because addresses are cached permanently. */
const GENERATOR = "5";
const PREFIX = `/weave/${GENERATOR}/`;
const LONGEST_PATH = PREFIX.length + 80 + SEED_LENGTH * 9;

/** Address of a cloth: `/weave/5/deep-640x480-phul-ship/Title.svg`. It omits the accessible name. */
export function weaveAddress(cloth: Cloth): string {
  const { seed, width, height, tone, layout, icon } = settleCloth(cloth);
  const parameters = [tone, `${width}x${height}`, layout, icon].filter(Boolean).join("-");
  return `${PREFIX}${parameters}/${encodeSeed(seed)}.svg`;
}

/** Parses the percent-encoded path of a cloth; null unless `weaveAddress` would generate it. */
export function readWeaveAddress(path: string): Cloth | null {
  if (path.length > LONGEST_PATH || !path.startsWith(PREFIX)) return null;
  const [parameters, file, ...rest] = path.slice(PREFIX.length).split("/");
  if (parameters === undefined || !file?.endsWith(".svg") || rest.length > 0) return null;
  const seed = decodeSeed(file.slice(0, -".svg".length));
  const parts = readParameters(parameters);
  if (seed === null || parts === null) return null;
  const cloth = { seed, ...parts };
  return weaveAddress(cloth) === encodeSigns(path) ? cloth : null;
}

function readParameters(parameters: string): Omit<Cloth, "seed"> | null {
  const words = parameters.split("-");
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

/** Encodes the characters that `encodeURIComponent` leaves, because a path may have them in either form. */
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
