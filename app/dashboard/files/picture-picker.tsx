import { type DragEvent, type SyntheticEvent, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { Dialog } from "../parts/dialog.tsx";
import { AddPicture } from "./add-picture.tsx";
import type { LibraryPicture } from "./library-picture.ts";
import { PickFromLibrary } from "./pick-from-library.tsx";

export type { LibraryPicture } from "./library-picture.ts";

interface PicturePickerProps {
  isOpen: boolean;
  onClose: () => void;
  /** Called once; `onClose` follows. */
  onPick: (picture: LibraryPicture) => void;
}

/** Chooses a picture of the library, or adds one on the way. It may stand inside a form: nothing of it reaches that form. */
export function PicturePicker({ isOpen, onClose, onPick }: PicturePickerProps) {
  const [file, setFile] = useState<File | null>(null);
  const [isInBrowser, setInBrowser] = useState(false);
  useEffect(() => setInBrowser(true), []);
  if (!isInBrowser) return null;
  const close = () => {
    setFile(null);
    onClose();
  };
  const pick = (picture: LibraryPicture) => {
    onPick(picture);
    close();
  };
  const title = file ? "Add a picture" : "Choose a picture";
  return createPortal(
    <Dialog title={title} isOpen={isOpen} onClose={close} className="wide picker">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside takes files too */}
      <div className="body" {...keptInside} onDrop={(event) => setFile(takeDropped(event) ?? file)}>
        {file ? (
          <AddPicture file={file} onAdded={pick} onBack={() => setFile(null)} />
        ) : (
          <PickFromLibrary onPick={pick} onFile={setFile} />
        )}
      </div>
    </Dialog>,
    document.body,
  );
}

/** To React the dialog still stands where it is used. */
const stop = (event: SyntheticEvent) => event.stopPropagation();
const keptInside = {
  onInput: stop,
  onChange: stop,
  onKeyDown: stop,
  onPaste: stop,
  onDragOver(event: DragEvent) {
    event.preventDefault();
    event.stopPropagation();
  },
};

function takeDropped(event: DragEvent): File | null {
  event.preventDefault();
  event.stopPropagation();
  return event.dataTransfer.files[0] ?? null;
}
