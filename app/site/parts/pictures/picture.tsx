import { preload } from "react-dom";
import {
  focalClass,
  type Picture as LibraryPicture,
  largestAddress,
  pictureAddress,
  widthsOf,
} from "#app/domain/files/pictures/picture.ts";
import { ClothLayer, ClothPicture, type ClothProps, parametersOf, weaveClass } from "./cloth.tsx";

interface PictureProps {
  picture: LibraryPicture;
  /** As in HTML. */
  sizes: string;
  className?: string;
  /** For pictures above the fold. */
  eager?: boolean;
}

interface PictureViewProps extends PictureProps {
  /** Whether a placeholder is shown until it has loaded. */
  needsPlaceholder?: boolean;
}

/** A picture of the library, cropped around its focal point. */
export function PictureView({ className = "", needsPlaceholder = true, ...shown }: PictureViewProps) {
  const { placeholder, width, height } = shown.picture;
  return (
    <div className={`weave ${className}`}>
      {needsPlaceholder && placeholder && (
        <img className="placeholder" src={placeholder} alt="" width={width} height={height} />
      )}
      <PictureFile {...shown} className={focalClass(shown.picture.focal)} />
    </div>
  );
}

/** A picture of the library in the format and size that the browser chooses; its parent sets the layout. */
export function PictureFile({ picture, sizes, className = "", eager = false }: PictureProps) {
  const avif = sourcesOf(picture, "avif");
  // On a slow connection the head arrives a round trip before the picture.
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

/** `srcset` of a picture in one format. */
export function sourcesOf(picture: LibraryPicture, format: "avif" | "webp"): string {
  return widthsOf(picture.width)
    .map((size) => `${pictureAddress(picture, size, format)} ${size}w`)
    .join(", ");
}

export interface CoverProps extends ClothProps {
  picture: LibraryPicture | null;
  /** As in HTML; limits the width of the picture, which takes 86 % of its cover. */
  sizes: string;
  /** Shows the whole picture on a plain background. */
  isSmall?: boolean;
}

/** Cover of an entry: its whole picture on a generated background, or the background alone. */
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
  const parameters = parametersOf(cloth);
  return (
    <div className={`${weaveClass(parameters)} mat ${className}`}>
      <ClothLayer parameters={parameters} eager={eager} isBehindPicture />
      <PictureFile {...shown} className={picture.height > picture.width ? "tall" : ""} />
    </div>
  );
}

interface PortraitProps {
  name: string;
  picture: LibraryPicture | null;
  /** In pixels; the height is 1.25 times the width. */
  width: number;
  className?: string;
}

/** Portrait of a person; without a picture, a cover generated from the name. */
export function Portrait({ name, picture, width, className = "" }: PortraitProps) {
  const classes = `face ${className}`;
  if (!picture)
    // Drawn at twice its size, so that a whole pattern fits.
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
