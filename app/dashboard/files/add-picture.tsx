import { useState } from "react";
import type { LibraryPicture } from "./library-picture.ts";
import { LocalPicture } from "./local-picture.tsx";
import { uploadPicture } from "./upload-picture.ts";

interface AddPictureProps {
  file: File;
  onAdded: (picture: LibraryPicture) => void;
  onBack: () => void;
}

/** Asks what a picture shows while it can still be seen, then adds it to the library. */
export function AddPicture({ file, onAdded, onBack }: AddPictureProps) {
  const [alt, setAlt] = useState("");
  const [part, setPart] = useState<number | null>(null);
  const [error, setError] = useState("");
  const send = async () => {
    setError("");
    setPart(0);
    try {
      onAdded(await uploadPicture(file, setPart, alt));
    } catch (refused) {
      setError(refused instanceof Error ? refused.message : "That did not work. Try again.");
      setPart(null);
    }
  };
  return (
    <div className="stack">
      <LocalPicture file={file} />
      <div className="f">
        <label htmlFor="picker-alt">Alt text</label>
        <textarea
          className="in"
          id="picker-alt"
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
          Upload and insert
        </button>
        <button className="btn q" type="button" onClick={onBack}>
          Back to the library
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
