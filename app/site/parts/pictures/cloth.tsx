import { use, useState } from "react";
import { weaveAddress } from "#app/weave/address.ts";
import type { WeaveLayout, Cloth as Wish } from "#app/weave/cloth.ts";
import type { Look } from "#app/weave/looks.ts";
import { isLight, type Tone, toneOf } from "#app/weave/tones.ts";
import { keepDrawing, LoomContext } from "./loom.ts";

export interface ClothProps {
  /** Usually the title. */
  seed: string;
  /** Instead of the seed's own, from `looksOf` in a list, so that neighbours differ. */
  look?: Look | undefined;
  /** One of them alone, by its name. */
  tone?: Tone | undefined;
  width: number;
  height: number;
  icon?: string | undefined;
  layout?: WeaveLayout | undefined;
  className?: string;
  /** For what stands above the fold: drawn into the page itself. */
  eager?: boolean;
}

/** Woven cover. Ornament: hidden from assistive technology. */
export function ClothPicture({ className = "", eager = false, ...props }: ClothProps) {
  const wish = wishOf(props);
  const classes = `${weaveClass(wish)} ${className}`;
  return eager ? (
    <InlineCloth key={weaveAddress(wish)} wish={wish} classes={classes} />
  ) : (
    <div className={classes}>
      <LinkedCloth wish={wish} isLazy />
    </div>
  );
}

function InlineCloth({ wish, classes }: { wish: Wish; classes: string }) {
  const loom = use(LoomContext);
  const [drawing] = useState(() => (loom ? { __html: loom.draw(wish) } : keepDrawing()));
  if (drawing)
    return (
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the loom writes nothing but its own threads
      <div className={classes} dangerouslySetInnerHTML={drawing} suppressHydrationWarning />
    );
  return (
    <div className={classes}>
      <LinkedCloth wish={wish} />
    </div>
  );
}

/** A cloth as a file of its own. */
export function LinkedCloth({ wish, isLazy = false }: { wish: Wish; isLazy?: boolean }) {
  return (
    <img
      src={weaveAddress(wish)}
      alt=""
      width={wish.width}
      height={wish.height}
      loading={isLazy ? "lazy" : "eager"}
      decoding="async"
    />
  );
}

/** The class of what shows this cloth. */
export function weaveClass({ tone }: Wish): string {
  return tone && isLight(tone) ? "weave light" : "weave";
}

/** What the loom is asked for. */
export function wishOf({ seed, look, width, height, icon, ...named }: ClothProps): Wish {
  const layout = named.layout ?? look?.layout;
  return {
    seed,
    width,
    height,
    tone: named.tone ?? look?.tone ?? toneOf(seed),
    ...(icon ? { icon } : {}),
    ...(layout ? { layout } : {}),
  };
}
