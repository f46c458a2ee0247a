import { weaveAddress } from "#app/weave/cloth.ts";
import { type Tone, toneOf } from "#app/weave/tones.ts";

interface ClothProps {
  /** What it is woven from, usually a title. */
  seed: string;
  tone?: Tone;
  /** In pixels; for small pictures ask at twice the shown size. */
  width: number;
  height: number;
  icon?: string;
}

/** A woven picture where there is no photo. Ornament: hidden from assistive technology. */
export function ClothThumbnail({ seed, tone, width, height, icon }: ClothProps) {
  const wish = { seed, width, height, tone: tone ?? toneOf(seed), ...(icon ? { icon } : {}) };
  return (
    <img
      className="weave"
      src={weaveAddress(wish)}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
    />
  );
}
