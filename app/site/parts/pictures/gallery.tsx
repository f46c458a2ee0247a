import { type MouseEvent, useState } from "react";
import { type Picture as LibraryPicture, largestAddress } from "#app/files/pictures/picture.ts";
import { opensElsewhere } from "#app/pages/opens-elsewhere.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PictureView } from "./picture.tsx";
import { PictureViewer, type Slide } from "./viewer.tsx";

interface GalleryProps {
  pictures: readonly LibraryPicture[];
  /** All that one turns through once one of them is large; these alone if nothing is said. */
  among?: readonly LibraryPicture[];
  /** What is to be seen, for those who can't see it. */
  label: string;
}

/** Pictures that open large over the page; without scripts each is a link to its largest file. */
export function Gallery({ pictures, among = pictures, label }: GalleryProps) {
  const [shown, setShown] = useState<number | null>(null);
  if (pictures.length === 0) return null;
  const open = (at: number) => (event: MouseEvent) => {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    setShown(at);
  };
  return (
    <section className="shots page-grid" aria-label={label}>
      {pictures.map((picture) => {
        const at = among.findIndex(({ id }) => id === picture.id);
        return (
          <a
            key={picture.id}
            href={largestAddress(picture)}
            aria-label={`Enlarge picture ${at + 1} of ${among.length}${picture.alt && `: ${picture.alt}`}`}
            onClick={open(at)}
          >
            <PictureView picture={picture} sizes="(min-width: 40rem) 66vw, 100vw" />
            <span className="sign">
              <Icon name="maximize-2" />
            </span>
          </a>
        );
      })}
      <PictureViewer slides={among.map(slideOf)} shown={shown} onShow={setShown} />
    </section>
  );
}

function slideOf(picture: LibraryPicture): Slide {
  return { key: picture.id, words: picture.alt, picture: <PictureView picture={picture} eager /> };
}
