import { preload } from "react-dom";
import {
  focalClass,
  type Picture as LibraryPicture,
  largestAddress,
  pictureAddress,
  widthsOf,
} from "#app/files/pictures/picture.ts";
import { ClothLayer, ClothPicture, type ClothProps, weaveClass, wishOf } from "./cloth.tsx";

interface PictureProps {
  picture: LibraryPicture;
  /** How wide it is shown, as in the `sizes` of HTML. */
  sizes: string;
  className?: string;
  /** For what stands above the fold. */
  eager?: boolean;
}

interface PictureViewProps extends PictureProps {
  /** Whether a glimpse of it fills its place until it has come. */
  hasGlimpse?: boolean;
}

/** A picture of the library in a box that crops it around its subject. */
export function PictureView({ className = "", hasGlimpse = true, ...shown }: PictureViewProps) {
  const { placeholder, width, height } = shown.picture;
  return (
    <div className={`weave ${className}`}>
      {hasGlimpse && placeholder && (
        <img className="glimpse" src={placeholder} alt="" width={width} height={height} />
      )}
      <PictureFile {...shown} className={focalClass(shown.picture.focal)} />
    </div>
  );
}

/** A picture of the library in the format and size that a browser takes; where it stands says how it is laid out. */
export function PictureFile({ picture, sizes, className = "", eager = false }: PictureProps) {
  const avif = sourcesOf(picture, "avif");
  // Named in the head, which a slow line brings a round trip before the picture's own place.
  if (eager && import.meta.env.SSR)
    preload(largestAddress(picture), {
      as: "image",
      type: "image/avif",
      imageSrcSet: avif,
      imageSizes: sizes,
      fetchPriority: "high",
    });
  return (
    <picture>
      <source type="image/avif" srcSet={avif} sizes={sizes} />
      <img
        className={className || undefined}
        src={largestAddress(picture)}
        srcSet={sourcesOf(picture, "webp")}
        sizes={sizes}
        alt={picture.alt}
        width={picture.width}
        height={picture.height}
        loading={eager ? "eager" : "lazy"}
        fetchPriority={eager ? "high" : "auto"}
        decoding="async"
      />
    </picture>
  );
}

/** Its candidates in one format, as in `srcset`. */
export function sourcesOf(picture: LibraryPicture, format: "avif" | "webp"): string {
  return widthsOf(picture.width)
    .map((size) => `${pictureAddress(picture, size, format)} ${size}w`)
    .join(", ");
}

export interface CoverProps extends ClothProps {
  picture: LibraryPicture | null;
  /**
   * Width of the picture itself, as in the `sizes` of HTML: on its cloth 86 % of its place, and it is drawn no wider than this.
   */
  sizes: string;
  /** For a place too small for a cloth around it: whole on a plain ground. */
  isSmall?: boolean;
}

/** What an entry shows of itself: its picture, whole, on its own cloth, or the cloth alone. */
export function Cover({ picture, sizes, isSmall = false, ...cloth }: CoverProps) {
  if (!picture) return <ClothPicture {...cloth} />;
  const { className = "", eager = false } = cloth;
  const shown = { picture, sizes, eager };
  if (isSmall)
    return (
      <div className={`weave mat small ${className}`}>
        <PictureFile {...shown} />
      </div>
    );
  const wish = wishOf(cloth);
  return (
    <div className={`${weaveClass(wish)} mat ${className}`}>
      <ClothLayer wish={wish} eager={eager} isBehindPicture />
      <PictureFile {...shown} className={picture.height > picture.width ? "tall" : ""} />
    </div>
  );
}

interface PortraitProps {
  name: string;
  picture: LibraryPicture | null;
  /** In pixels; it is a quarter higher than wide. */
  width: number;
  className?: string;
}

/** Somebody's face, upright; without a picture, the cloth of their name. */
export function Portrait({ name, picture, width, className = "" }: PortraitProps) {
  const classes = `face ${className}`;
  if (!picture)
    // Drawn at twice its size: finer threads make one whole motif of it.
    return (
      <ClothPicture className={classes} seed={name} layout="barfi" width={width * 2} height={width * 2.5} />
    );
  return (
    <PictureView
      className={classes}
      picture={{ ...picture, alt: picture.alt || name }}
      sizes={`${width / 16}rem`}
    />
  );
}
