import { type WeaveLayout, type Cloth as Wish, weaveAddress } from "#app/weave/cloth.ts";
import type { Look } from "#app/weave/looks.ts";
import type { Ornament } from "#app/weave/paar.ts";
import { isLight, type Tone, toneOf } from "#app/weave/tones.ts";
import { useDrawing } from "../server-drawn.tsx";

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
  return (
    <div className={classes}>
      <ClothLayer wish={wish} eager={eager} />
    </div>
  );
}

interface ClothLayerProps {
  wish: Wish;
  eager: boolean;
  /** The picture on it is what people look for, so it comes first. */
  isBehindPicture?: boolean;
}

/** The cloth alone: in the page itself for what stands above the fold, else a file of its own. */
export function ClothLayer({ wish, eager, isBehindPicture = false }: ClothLayerProps) {
  if (eager) return <InlineCloth key={weaveAddress(wish)} wish={wish} isBehindPicture={isBehindPicture} />;
  return <LinkedCloth wish={wish} isLazy isBehindPicture={isBehindPicture} />;
}

function InlineCloth({ wish, isBehindPicture }: Omit<ClothLayerProps, "eager">) {
  const drawing = useDrawing((loom) => loom.draw(wish));
  if (drawing)
    return (
      <svg
        aria-hidden="true"
        width="100%"
        height="100%"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the loom writes nothing but its own threads
        dangerouslySetInnerHTML={drawing}
        suppressHydrationWarning
      />
    );
  return <LinkedCloth wish={wish} isBehindPicture={isBehindPicture} />;
}

interface LinkedClothProps {
  wish: Wish;
  isLazy?: boolean;
  isBehindPicture?: boolean | undefined;
}

function LinkedCloth({ wish, isLazy = false, isBehindPicture = false }: LinkedClothProps) {
  return (
    <img
      src={weaveAddress(wish)}
      alt=""
      width={wish.width}
      height={wish.height}
      loading={isLazy ? "lazy" : "eager"}
      fetchPriority={isBehindPicture ? "low" : undefined}
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

/** A border strip across the page: a part of the document that the server draws, so it is there with the first frame; a file elsewhere. */
export function Paar({ name }: { name: Ornament }) {
  const drawing = useDrawing((loom) => loom.borders[name]);
  if (drawing)
    return (
      <div
        className={`paar paar-${name} drawn full`}
        aria-hidden="true"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the loom writes nothing but its own threads
        dangerouslySetInnerHTML={drawing}
        suppressHydrationWarning
      />
    );
  return <div className={`paar paar-${name} full`} aria-hidden="true" />;
}

/** One knot on the thread of a process. */
export function Knot() {
  return (
    <svg className="knot" viewBox="0 0 26 26" aria-hidden="true">
      <path
        d="M13 3h0M10.5 6.3h5M8 9.7h10M5 13h16M8 16.3h10M10.5 19.7h5M13 23h0"
        fill="none"
        stroke="var(--blue)"
        strokeWidth="2.8"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A mark woven for somebody who has sent no logo; `path` is what `weaveMark` wrote. */
export function WovenMark({ path }: { path: string }) {
  return (
    <svg className="woven-mark" viewBox="-14 -14 28 28" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
