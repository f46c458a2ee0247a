import { type DragEvent, type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from "react";
import type { PicturePickerProps } from "#app/lib/fields/form-context.ts";
import { Dialog } from "#app/lib/ui/kit/dialog.tsx";
import type { LibraryPicture } from "./library-picture.ts";
import { PickFromLibrary } from "./pick-from-library.tsx";
import { uploadPicture } from "./upload/send-file.ts";

export type { LibraryPicture } from "./library-picture.ts";

/**
 * Dialog that chooses a picture of the library, or uploads one. It can be used inside a form: its events do
 * not reach that form.
 */
export function PicturePicker({ isOpen, isMany = false, onClose, returnFocus, onPick }: PicturePickerProps) {
  /** Files chosen for upload, in order. */
  const [files, setFiles] = useState<readonly WaitingFile[]>([]);
  /** Selected pictures, in order. */
  const [chosen, setChosen] = useState<readonly LibraryPicture[]>([]);
  const close = () => {
    setFiles([]);
    setChosen([]);
    onClose();
  };
  const finish = (pictures: LibraryPicture[]) => {
    onPick(pictures);
    close();
  };
  const choose = (picture: LibraryPicture) => {
    if (!isMany) return finish([picture]);
    const others = chosen.filter(({ id }) => id !== picture.id);
    setChosen(others.length < chosen.length ? others : [...chosen, picture]);
  };
  const removeFile = (id: string) => setFiles((before) => before.filter((one) => one.id !== id));
  const added = (picture: LibraryPicture, id: string) => {
    if (!isMany) return finish([picture]);
    setChosen((before) => [...before.filter((one) => one.id !== picture.id), picture]);
    removeFile(id);
  };
  const addFiles = (dropped: readonly File[]) => {
    const waiting = dropped.map((file) => ({ id: crypto.randomUUID(), file }));
    setFiles((before) => (isMany ? [...before, ...waiting] : waiting.slice(0, 1)));
  };
  const [next] = files;
  const title = isMany ? "Choose pictures" : "Choose a picture";
  return (
    <Dialog
      title={next ? "Add a picture" : title}
      isOpen={isOpen}
      onClose={close}
      returnFocus={returnFocus}
      className="wide picker"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button inside also accepts files */}
      <div className="body" {...containedEvents} onDrop={(event) => addFiles(readDropped(event))}>
        {next ? (
          <AddPicture
            key={next.id}
            file={next.file}
            isMany={isMany}
            waiting={files.length - 1}
            onAdded={(picture) => added(picture, next.id)}
            onBack={() => removeFile(next.id)}
          />
        ) : (
          <PickFromLibrary chosen={isMany ? chosen : null} onPick={choose} onFiles={addFiles} />
        )}
        {isMany && !next && (
          <div className="row">
            <button
              className="btn"
              type="button"
              disabled={chosen.length === 0}
              onClick={() => finish([...chosen])}
            >
              {nameOfAdding(chosen.length)}
            </button>
            {chosen.length > 0 && (
              <button className="btn quiet" type="button" onClick={() => setChosen([])}>
                Clear selection
              </button>
            )}
          </div>
        )}
      </div>
    </Dialog>
  );
}

interface WaitingFile {
  id: string;
  file: File;
}

function nameOfAdding(count: number): string {
  if (count === 0) return "Add pictures";
  return count === 1 ? "Add 1 picture" : `Add ${count} pictures`;
}

/** React events bubble from a portal to the component that contains it. */
const stop = (event: SyntheticEvent) => event.stopPropagation();
const containedEvents = {
  onInput: stop,
  onChange: stop,
  // Escape closes the dialog.
  onKeyDown: (event: KeyboardEvent) => event.key !== "Escape" && event.stopPropagation(),
  onPaste: stop,
  onDragOver(event: DragEvent) {
    event.preventDefault();
    event.stopPropagation();
  },
};

function readDropped(event: DragEvent): File[] {
  event.preventDefault();
  event.stopPropagation();
  return [...event.dataTransfer.files];
}

interface AddPictureProps {
  file: File;
  isMany: boolean;
  /** Number of pictures to add after this one. */
  waiting: number;
  onAdded: (picture: LibraryPicture) => void;
  onBack: () => void;
}

/** Asks for the alternative text of a picture, then uploads it. */
function AddPicture({ file, isMany, waiting, onAdded, onBack }: AddPictureProps) {
  const [alt, setAlt] = useState("");
  const [part, setPart] = useState<number | null>(null);
  const [error, setError] = useState("");
  const words = useRef<HTMLTextAreaElement>(null);
  const sending = useRef<AbortController>(null);
  useEffect(() => {
    // The dialog shows the picture and needs its text first.
    words.current?.focus();
    return () => sending.current?.abort();
  }, []);
  const send = async () => {
    setError("");
    setPart(0);
    const one = new AbortController();
    sending.current = one;
    try {
      const picture = await uploadPicture(file, { alt, onProgress: setPart, signal: one.signal });
      if (!one.signal.aborted) onAdded(picture);
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : "That did not work. Try again.");
      setPart(null);
    }
  };
  return (
    <div className="stack">
      <LocalPicture file={file} />
      {waiting > 0 && (
        <p className="hint">
          {waiting} more {waiting === 1 ? "picture follows" : "pictures follow"}.
        </p>
      )}
      <div className="field">
        <label htmlFor="picker-alt">Alt text</label>
        <textarea
          className="input"
          id="picker-alt"
          ref={words}
          maxLength={1000}
          value={alt}
          aria-describedby="picker-alt-hint"
          onChange={(event) => setAlt(event.target.value)}
        />
        <p className="hint" id="picker-alt-hint">
          Describe the picture for people who can’t see it. Required before anything with this picture is
          published.
        </p>
      </div>
      {error && (
        <p className="err" role="alert">
          {error}
        </p>
      )}
      <div className="row">
        <button className="btn" type="button" disabled={part !== null} onClick={send}>
          {isMany ? "Upload" : "Upload and insert"}
        </button>
        <button className="btn quiet" type="button" onClick={onBack}>
          {waiting > 0 ? "Don’t upload this one" : "Back to the library"}
        </button>
        {part !== null && <Progress part={part} />}
      </div>
    </div>
  );
}

function Progress({ part }: { part: number }) {
  return (
    <>
      <progress className="upload-progress" value={part} aria-label="Uploaded" />
      <span className="hint" role="status">
        {part < 1 ? "Uploading…" : "Processing…"}
      </span>
    </>
  );
}

/**
 * Preview of a picture before upload, drawn on a canvas because the Content Security Policy blocks local
 * images.
 */
function LocalPicture({ file, width = 480 }: { file: File; width?: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isUnmounted = false;
    createImageBitmap(file).then(
      (image) => {
        const sheet = canvas.current;
        if (!isUnmounted && sheet) draw(sheet, image, width);
        image.close();
      },
      // The server reports files that the browser cannot decode.
      () => {},
    );
    return () => {
      isUnmounted = true;
    };
  }, [file, width]);
  return <canvas ref={canvas} className="local" width={1} height={1} aria-hidden />;
}

function draw(sheet: HTMLCanvasElement, image: ImageBitmap, width: number): void {
  sheet.width = Math.min(width, image.width);
  sheet.height = Math.max(1, Math.round((image.height / image.width) * sheet.width));
  sheet.getContext("2d")?.drawImage(image, 0, 0, sheet.width, sheet.height);
}
