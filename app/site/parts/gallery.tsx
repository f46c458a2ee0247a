import { type MouseEvent, useState } from "react";
import { type Picture as LibraryPicture, largestAddress } from "#app/files/picture.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "./picture.tsx";
import { Viewer } from "./viewer.tsx";

interface GalleryProps {
  pictures: readonly LibraryPicture[];
  /** What is to be seen, for those who can't see it. */
  label: string;
}

/** Pictures that open large over the page; without scripts each is a link to its largest file. */
export function Gallery({ pictures, label }: GalleryProps) {
  const [shown, setShown] = useState<number | null>(null);
  if (pictures.length === 0) return null;
  const open = (at: number) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setShown(at);
  };
  return (
    <section className="shots g" aria-label={label}>
      {pictures.map((picture, at) => (
        <a
          key={picture.id}
          href={largestAddress(picture)}
          aria-label={`Enlarge picture ${at + 1} of ${pictures.length}${picture.alt && `: ${picture.alt}`}`}
          onClick={open(at)}
        >
          <Picture picture={picture} sizes="(min-width: 40rem) 66vw, 100vw" />
          <span className="sign">
            <Icon name="maximize-2" />
          </span>
        </a>
      ))}
      <Viewer pictures={pictures} shown={shown} onShow={setShown} />
    </section>
  );
}
