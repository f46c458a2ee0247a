import type { Picture as LibraryPicture } from "#app/files/pictures/picture.ts";
import { ClothPicture, type ClothProps, LinkedCloth, weaveClass, wishOf } from "./cloth.tsx";
import { PictureFile, PictureView } from "./picture.tsx";

interface CoverProps extends ClothProps {
  picture: LibraryPicture | null;
  /** How wide a picture is shown, as in the `sizes` of HTML. */
  sizes?: string;
  /** For a place too small to read a whole picture in: only its subject is shown. */
  isSmall?: boolean;
}

/** What an entry shows of itself: its picture, whole, on its own cloth, or the cloth alone. */
export function Cover({ picture, sizes, isSmall = false, ...cloth }: CoverProps) {
  if (!picture) return <ClothPicture {...cloth} />;
  const { className = "", eager = false, width } = cloth;
  const shown = { picture, sizes: sizes ?? `(min-width: 64rem) ${width / 16}rem, 100vw`, eager };
  if (isSmall) return <PictureView {...shown} className={className} />;
  const wish = wishOf(cloth);
  return (
    <div className={`${weaveClass(wish)} mat ${className}`}>
      <LinkedCloth wish={wish} isLazy={!eager} />
      <PictureFile {...shown} className={picture.height > picture.width ? "tall" : ""} />
    </div>
  );
}
