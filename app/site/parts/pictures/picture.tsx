import {
  type Picture as LibraryPicture,
  largestAddress,
  pictureAddress,
  widthsOf,
} from "#app/files/pictures/picture.ts";

interface PictureProps {
  picture: LibraryPicture;
  /** How wide it is shown, as in the `sizes` of HTML. */
  sizes?: string;
  className?: string;
  /** For what stands above the fold. */
  eager?: boolean;
}

/** A picture of the library in a box that crops it around its subject. */
export function PictureView({ className = "", ...shown }: PictureProps) {
  const { placeholder, width, height } = shown.picture;
  return (
    <div className={`weave ${className}`}>
      {placeholder && <img className="glimpse" src={placeholder} alt="" width={width} height={height} />}
      <PictureFile {...shown} className={focalClass(shown.picture.focal)} />
    </div>
  );
}

/** A picture of the library in the format and size that a browser takes; where it stands says how it is laid out. */
export function PictureFile({ picture, sizes = "100vw", className = "", eager = false }: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={sourcesOf(picture, "avif")} sizes={sizes} />
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

function sourcesOf(picture: LibraryPicture, format: "avif" | "webp"): string {
  return widthsOf(picture.width)
    .map((size) => `${pictureAddress(picture, size, format)} ${size}w`)
    .join(", ");
}

/** Nine places, three by three; the style sheet knows them, so that no style stands in the page. */
export function focalClass([x, y]: LibraryPicture["focal"]): string {
  const third = (share: number) => Math.min(2, Math.max(0, Math.floor(share * 3)));
  return `focal-${third(y) * 3 + third(x) + 1}`;
}
