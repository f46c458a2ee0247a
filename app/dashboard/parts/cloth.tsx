import { weaveAddress } from "#app/lib/weave/cloth.ts";
import { type Tone, toneOf } from "#app/lib/weave/tones.ts";

interface ClothProps {
  /** Text that determines the pattern, usually a title. */
  seed: string;
  tone?: Tone;
  /** In pixels; use twice the displayed size for small pictures. */
  width: number;
  height: number;
  icon?: string;
}

/** Generated picture in place of a missing photo. Decorative, so hidden from assistive technology. */
export function ClothThumbnail({ seed, tone, width, height, icon }: ClothProps) {
  const options = { seed, width, height, tone: tone ?? toneOf(seed), ...(icon ? { icon } : {}) };
  return (
    <img
      className="weave"
      src={weaveAddress(options)}
      alt=""
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
    />
  );
}
