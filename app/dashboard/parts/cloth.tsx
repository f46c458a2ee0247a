import { weaveAddress } from "#app/weave/address.ts";
import { type Tone, toneAt } from "#app/weave/tones.ts";

interface ClothProps {
  /** What it is woven from, usually a title. */
  seed: string;
  /** Place in a list: neighbours get different tones. */
  position?: number;
  tone?: Tone;
  /** In pixels; for small pictures ask at twice the shown size. */
  width: number;
  height: number;
  icon?: string;
}

/** A woven picture where there is no photo. Ornament: hidden from assistive technology. */
export function Cloth({ seed, position = 0, tone, width, height, icon }: ClothProps) {
  const wish = { seed, width, height, tone: tone ?? toneAt(position), ...(icon ? { icon } : {}) };
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
