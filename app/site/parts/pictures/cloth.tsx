import { type Cloth as ClothParameters, type WeaveLayout, weaveAddress } from "#app/lib/weave/cloth.ts";
import type { Look } from "#app/lib/weave/looks.ts";
import type { Ornament } from "#app/lib/weave/paar.ts";
import { isLight, type Tone, toneOf } from "#app/lib/weave/tones.ts";
import { useServerMarkup } from "../server-drawn.tsx";

export interface ClothProps {
  /** Usually the title. */
  seed: string;
  /** From `looksOf` in a list, so that neighbours differ; replaces the look of the seed. */
  look?: Look | undefined;
  /** Replaces only the tone of the look. */
  tone?: Tone | undefined;
  width: number;
  height: number;
  icon?: string | undefined;
  layout?: WeaveLayout | undefined;
  className?: string;
  /** For covers above the fold: inlined in the page. */
  eager?: boolean;
}

/** Generated cover; decorative, so hidden from assistive technology. */
export function ClothPicture({ className = "", eager = false, ...props }: ClothProps) {
  const parameters = parametersOf(props);
  const classes = `${weaveClass(parameters)} ${className}`;
  return (
    <div className={classes}>
      <ClothLayer parameters={parameters} eager={eager} />
    </div>
  );
}

interface ClothLayerProps {
  parameters: ClothParameters;
  eager: boolean;
  /** Lowers its priority, since the picture on it matters more. */
  isBehindPicture?: boolean;
}

/** The cover without its box: inlined if eager, otherwise a separate file. */
export function ClothLayer({ parameters, eager, isBehindPicture = false }: ClothLayerProps) {
  if (eager)
    return (
      <InlineCloth key={weaveAddress(parameters)} parameters={parameters} isBehindPicture={isBehindPicture} />
    );
  return <LinkedCloth parameters={parameters} isLazy isBehindPicture={isBehindPicture} />;
}

function InlineCloth({ parameters, isBehindPicture }: Omit<ClothLayerProps, "eager">) {
  const drawing = useServerMarkup((markup) => markup.draw(parameters));
  if (drawing)
    return (
      <svg
        aria-hidden="true"
        width="100%"
        height="100%"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: generated SVG contains no user input
        dangerouslySetInnerHTML={drawing}
      />
    );
  return <LinkedCloth parameters={parameters} isBehindPicture={isBehindPicture} />;
}

interface LinkedClothProps {
  parameters: ClothParameters;
  isLazy?: boolean;
  isBehindPicture?: boolean | undefined;
}

function LinkedCloth({ parameters, isLazy = false, isBehindPicture = false }: LinkedClothProps) {
  return (
    <img
      src={weaveAddress(parameters)}
      alt=""
      width={parameters.width}
      height={parameters.height}
      loading={isLazy ? "lazy" : "eager"}
      fetchPriority={isBehindPicture ? "low" : undefined}
      decoding="async"
    />
  );
}

/** Class of the element around this cover. */
export function weaveClass({ tone }: ClothParameters): string {
  return tone && isLight(tone) ? "weave light" : "weave";
}

/** Parameters of the generated cover. */
export function parametersOf({ seed, look, width, height, icon, ...named }: ClothProps): ClothParameters {
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

/** A border across the page; the server inlines it for the first paint, browsers load a file. */
export function PageBorder({ name }: { name: Ornament }) {
  const drawing = useServerMarkup((markup) => markup.borders[name]);
  if (drawing)
    return (
      <div
        className={`paar paar-${name} drawn full`}
        aria-hidden="true"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: generated SVG contains no user input
        dangerouslySetInnerHTML={drawing}
      />
    );
  return <div className={`paar paar-${name} full`} aria-hidden="true" />;
}

/** Marker of a step in a process. */
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

/** Generated mark of a client without a logo; `path` comes from `weaveMark`. */
export function WovenMark({ path }: { path: string }) {
  return (
    <svg className="woven-mark" viewBox="-14 -14 28 28" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
