import { type Editor, getMarkRange } from "@tiptap/core";
import { ExternalLink } from "lucide-react";
import { type KeyboardEvent, useRef } from "react";
import { useActive } from "./use-active.ts";
import { usePlaced } from "./use-placed.ts";

interface LinkBubbleProps {
  editor: Editor;
  /** Opens the dialog of the link the caret stands in. */
  onEdit: () => void;
}

/** While the caret stands in a link: where it goes, to be opened, changed or removed. Tab leads into it, Escape back. */
export function LinkBubble({ editor, onEdit }: LinkBubbleProps) {
  const start = useActive(editor, readStart);
  const href = useActive(editor, readAddress);
  const box = useRef<HTMLElement>(null);
  const isShown = start >= 0;
  usePlaced(box, editor, isShown ? start : null, href);
  if (!isShown) return null;
  const goBack = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    editor.commands.focus();
  };
  return (
    <section
      className="link-bubble"
      aria-label="Link at the caret"
      ref={box}
      onKeyDown={goBack}
      // Whether it is still wanted is read anew.
      onBlur={() => editor.view.dispatch(editor.state.tr)}
    >
      <div>
        <a href={href} target="_blank" rel="noopener" title={href}>
          <span>{href}</span>
          <ExternalLink className="icon" aria-hidden />
          <span className="visually-hidden">(opens in a new tab)</span>
        </a>
        <button className="btn quiet compact" type="button" onClick={onEdit}>
          Edit
        </button>
        <button
          className="btn quiet compact"
          type="button"
          onClick={() => editor.chain().focus().unsetLink().run()}
        >
          Remove
        </button>
      </div>
    </section>
  );
}

/** Where the link begins that the caret stands in; -1 when it stands in none, or the focus is elsewhere. */
function readStart(editor: Editor): number {
  const { $from, empty } = editor.state.selection;
  const link = editor.schema.marks.link;
  const isHere = editor.isFocused || document.activeElement?.closest(".link-bubble") != null;
  // At the edges of a link one writes beside it.
  if (!link || !empty || !isHere || readAddress(editor) === "") return -1;
  return getMarkRange($from, link)?.from ?? -1;
}

function readAddress(editor: Editor): string {
  return String(editor.getAttributes("link").href ?? "");
}
