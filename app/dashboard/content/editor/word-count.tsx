import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { countWords, minutesToRead } from "#app/content/rich-text/text.ts";

const waitMs = 700;

/** How long the text is, counted when typing pauses. */
export function WordCount({ editor }: { editor: Editor }) {
  const [words, setWords] = useState(() => countWords(editor.getText()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setWords(countWords(editor.getText())), waitMs);
    };
    editor.on("update", later);
    return () => {
      clearTimeout(timer);
      editor.off("update", later);
    };
  }, [editor]);
  if (words === 0) return null;
  return (
    <p className="count num">
      {words.toLocaleString("en")} {words === 1 ? "word" : "words"}, {minutesToRead(words)} min to read
    </p>
  );
}
