import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "#app/ui/icon.tsx";

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
