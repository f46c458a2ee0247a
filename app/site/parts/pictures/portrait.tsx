import type { Picture as LibraryPicture } from "#app/files/pictures/picture.ts";
import { ClothPicture } from "./cloth.tsx";
import { PictureView } from "./picture.tsx";

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
