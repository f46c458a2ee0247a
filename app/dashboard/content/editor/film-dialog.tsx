import type { Editor } from "@tiptap/core";
import { useState } from "react";
import { videoAddress } from "#app/content/rich-text/video-address.ts";
import { Dialog } from "../../parts/dialog.tsx";

/** Asks for the address of a film. */
export function FilmDialog({
  editor,
  isOpen,
  onClose,
}: {
  editor: Editor;
  isOpen: boolean;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  const add = () => {
    const url = videoAddress(typed);
    if (url === null)
      return setProblem("Give the address of a film on YouTube or Vimeo, or of an .mp4 or .webm file.");
    editor.chain().focus().insertContent({ type: "video", attrs: { url } }).run();
    setTyped("");
    setProblem("");
    onClose();
  };
  return (
    <Dialog title="Film" isOpen={isOpen} onClose={onClose}>
      <div className={problem ? "f bad" : "f"}>
        <label htmlFor="film-address">Address of the film</label>
        <input
          autoFocus
          className="in"
          id="film-address"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
        {problem && (
          <p className="err" role="alert">
            {problem}
          </p>
        )}
      </div>
      <button className="btn" type="button" onClick={add}>
        Put it in
      </button>
    </Dialog>
  );
}
