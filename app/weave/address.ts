import { type Cloth, isLayout, settleCloth } from "./cloth.ts";
import { isIconName } from "./icons.ts";
import { SEED_LENGTH } from "./seed.ts";
import { isTone } from "./tones.ts";

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
