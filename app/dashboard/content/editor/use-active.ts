import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";

/** Something read from the editor, read again once a change has been painted; draws only when it differs. @param read must stay the same function */
export function useActive<Value extends string | number>(
  editor: Editor,
  read: (editor: Editor) => Value,
): Value {
  const [value, setValue] = useState(() => read(editor));
  useEffect(() => {
    let frame = 0;
    const look = () => {
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        frame = 0;
        if (!editor.isDestroyed) setValue(read(editor));
      });
    };
    editor.on("transaction", look);
    look();
    return () => {
      cancelAnimationFrame(frame);
      editor.off("transaction", look);
    };
  }, [editor, read]);
  return value;
}
