import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Picture as LibraryPicture } from "#app/files/picture.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Picture } from "./picture.tsx";

interface ViewerProps {
  pictures: readonly LibraryPicture[];
  /** Which one is shown; null for none. */
  shown: number | null;
  onShow(at: number | null): void;
}

/** One picture over the whole page, with its words; arrow keys turn, Escape closes. */
export function Viewer({ pictures, shown, onShow }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = shown !== null;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  const picture = pictures[shown ?? -1];
  const turn = (by: number) => onShow(((shown ?? 0) + by + pictures.length) % pictures.length);
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
      {picture && (
        <>
          <div className="stage">
            <Picture key={picture.id} picture={picture} eager />
          </div>
          <div className="under">
            <p className="told" aria-live="polite">
              <b className="num">
                {(shown ?? 0) + 1} of {pictures.length}
              </b>
              {picture.alt}
            </p>
            <div className="keys">
              {pictures.length > 1 && <Turns turn={turn} />}
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
