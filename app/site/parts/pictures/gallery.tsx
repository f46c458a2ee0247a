import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { type Picture as LibraryPicture, largestAddress } from "#app/files/pictures/picture.ts";
import { opensElsewhere } from "#app/pages/opens-elsewhere.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PictureView } from "./picture.tsx";

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

/** A picture in the viewer, drawn in a `.weave`, and what is said of it. */
export interface Slide {
  key: string;
  words: string;
  picture: ReactNode;
}

interface ViewerProps {
  slides: readonly Slide[];
  /** Which one is shown; null for none. */
  shown: number | null;
  onShow(at: number | null): void;
}

/** One picture over the whole page, with its words; arrow keys turn, Escape closes. */
export function PictureViewer({ slides, shown, onShow }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = shown !== null;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  const slide = slides[shown ?? -1];
  const turn = (by: number) => onShow(((shown ?? 0) + by + slides.length) % slides.length);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") turn(-1);
    if (key === "ArrowRight") turn(1);
  };
  return (
    <dialog
      ref={dialog}
      className="viewer"
      aria-label="Pictures"
      onClose={() => onShow(null)}
      onKeyDown={onKeyDown}
    >
      {slide && (
        <>
          <div className="stage" key={slide.key}>
            {slide.picture}
          </div>
          <div className="under">
            <p className="told" aria-live="polite">
              <b className="num">
                {(shown ?? 0) + 1} of {slides.length}
              </b>
              {slide.words}
            </p>
            <div className="keys">
              {slides.length > 1 && <Turns turn={turn} />}
              <button type="button" aria-label="Close" onClick={() => dialog.current?.close()}>
                <Icon name="x" />
              </button>
            </div>
          </div>
        </>
      )}
    </dialog>
  );
}

function Turns({ turn }: { turn(by: number): void }) {
  return (
    <>
      <button type="button" aria-label="Previous picture" onClick={() => turn(-1)}>
        <Icon name="arrow-left" />
      </button>
      <button type="button" aria-label="Next picture" onClick={() => turn(1)}>
        <Icon name="arrow-right" />
      </button>
    </>
  );
}
