import type { Editor } from "@tiptap/core";

/** A slash that somebody typed to choose a block, and what they typed after it. */
export interface Slash {
  from: number;
  to: number;
  words: string;
}

/** The slash the caret stands behind; null when there is none, or the place takes no blocks. */
export function findSlash(editor: Editor): Slash | null {
  const { $from, empty } = editor.state.selection;
  if (!empty || $from.parent.type.name !== "paragraph") return null;
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - 30),
    $from.parentOffset,
    "\n",
    "\n",
  );
  const [, words] = /(?:^|\s)\/([\p{L}\p{N}]{0,20})$/u.exec(before) ?? [];
  return words === undefined ? null : { from: $from.pos - words.length - 1, to: $from.pos, words };
}
