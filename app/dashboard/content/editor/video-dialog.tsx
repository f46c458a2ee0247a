import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { videoAddress } from "#app/rich-text/schema/addresses.ts";
import { Dialog } from "#app/ui/kit/dialog.tsx";

interface VideoDialogProps {
  editor: Editor;
  isOpen: boolean;
  onClose: () => void;
  /** Called in place of `onClose` once the video was put in. */
  onDone: () => void;
}

/** Asks for the URL of a video. */
export function VideoDialog({ editor, isOpen, onClose, onDone }: VideoDialogProps) {
  return (
    <Dialog title="Video" isOpen={isOpen} onClose={onClose}>
      <VideoForm editor={editor} onDone={onDone} />
    </Dialog>
  );
}

function VideoForm({ editor, onDone }: Pick<VideoDialogProps, "editor" | "onDone">) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  const insert = () => {
    const url = videoAddress(typed);
    if (url === null)
      return setProblem("Enter the URL of a video on YouTube or Vimeo, or of an .mp4 or .webm file.");
    editor.chain().insertContent({ type: "video", attrs: { url } }).run();
    onDone();
  };
  return (
    <div className="stack">
      <div className={problem ? "field bad" : "field"}>
        <label htmlFor="video-url">Video URL</label>
        <input
          className="input"
          id="video-url"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          placeholder="https://"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? "video-url-problem" : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            insert();
          }}
        />
        {problem && (
          <p className="err" id="video-url-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div className="row">
        <button className="btn" type="button" onClick={insert}>
          Insert
        </button>
      </div>
    </div>
  );
}
