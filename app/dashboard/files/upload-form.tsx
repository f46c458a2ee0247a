import type { RefObject } from "react";
import { useScripts } from "../content/form/use-scripts.ts";

interface UploadFormProps {
  chooser: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
}

/** Where files are chosen. Without JavaScript it is a plain form that the button at the top sends. */
export function UploadForm({ chooser, onFiles }: UploadFormProps) {
  const hasScripts = useScripts();
  return (
    <form className="uploader" id="upload" method="post" encType="multipart/form-data">
      <input
        ref={chooser}
        type="file"
        name="file"
        aria-label="Files to upload"
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif,application/pdf"
        multiple
        hidden={hasScripts}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // So that the same file can be chosen again.
          target.value = "";
        }}
      />
      <p className="hint">
        {hasScripts ? "Drop files anywhere on this screen, or paste them. " : "At most 20 at a time. "}
        JPEG, PNG, WebP, AVIF, GIF and PDF, 10 MB each.
      </p>
    </form>
  );
}
