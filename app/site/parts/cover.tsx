import type { Picture as LibraryPicture } from "#app/files/pictures/picture.ts";
import { Cloth, type ClothProps } from "./cloth.tsx";
import { Picture } from "./picture.tsx";

interface CoverProps extends ClothProps {
  picture: LibraryPicture | null;
  /** How wide a picture is shown, as in the `sizes` of HTML. */
  sizes?: string;
}

/** What an entry shows of itself: its picture, or its own cloth. */
export function Cover({ picture, sizes, ...cloth }: CoverProps) {
  if (!picture) return <Cloth {...cloth} />;
  const { className = "", eager = false } = cloth;
  return (
    <Picture
      picture={picture}
      sizes={sizes ?? `(min-width: 64rem) ${cloth.width / 16}rem, 100vw`}
      className={className}
      eager={eager}
    />
  );
}
