import type { Picture as LibraryPicture } from "#app/files/pictures/picture.ts";
import { ClothPicture, type ClothProps } from "./cloth.tsx";
import { PictureView } from "./picture.tsx";

interface CoverProps extends ClothProps {
  picture: LibraryPicture | null;
  /** How wide a picture is shown, as in the `sizes` of HTML. */
  sizes?: string;
}

/** What an entry shows of itself: its picture, or its own cloth. */
export function Cover({ picture, sizes, ...cloth }: CoverProps) {
  if (!picture) return <ClothPicture {...cloth} />;
  const { className = "", eager = false } = cloth;
  return (
    <PictureView
      picture={picture}
      sizes={sizes ?? `(min-width: 64rem) ${cloth.width / 16}rem, 100vw`}
      className={className}
      eager={eager}
    />
  );
}
