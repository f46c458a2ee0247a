import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { blockTools, type Openers, type Tool } from "./tools.ts";
import { usePlaced } from "./use-placed.ts";

interface SlashMenuProps {
  editor: Editor;
  openers: Openers;
  /** Where the editor asks first about each key. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
}

/** "/" lists the blocks; typing narrows the list, the arrow keys and Enter choose. */
export function SlashMenu({ editor, openers, keys }: SlashMenuProps) {
  const [slash, setSlash] = useState<Slash | null>(null);
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const dismissed = useRef<number | null>(null);
  useEffect(() => {
    const look = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      const found = findSlash(editor);
      if (found?.from !== dismissed.current) dismissed.current = null;
      // It opens by typing, not by walking past an old slash.
      setSlash((before) =>
        found && dismissed.current === null && (before || transaction.docChanged) ? found : null,
      );
    };
    editor.on("transaction", look);
    return () => void editor.off("transaction", look);
  }, [editor]);
  const fitting = slash ? fittingTools(slash.words) : [];
  const current = fitting[Math.min(at, fitting.length - 1)];
  const choose = (tool: Tool | undefined) => {
    // Read anew: whoever types fast is ahead of what is drawn.
    const typed = findSlash(editor);
    if (!typed || !tool) return;
    editor.chain().focus().deleteRange(typed).run();
    setSlash(null);
    setAt(0);
    tool.run(editor, openers);
  };
  const latestChoice = () => {
    const typed = findSlash(editor);
    return typed && typed.words !== slash?.words ? fittingTools(typed.words)[0] : current;
  };
  keys.current = (event) => {
    if (!slash || fitting.length === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((Math.min(at, fitting.length - 1) + step + fitting.length) % fitting.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(latestChoice());
    else if (event.key === "Escape") {
      dismissed.current = slash.from;
      setSlash(null);
    } else return false;
    return true;
  };
  const isShown = slash !== null && fitting.length > 0;
  usePlaced(box, editor, isShown ? slash.from : null, fitting.length);
  useLayoutEffect(() => {
    if (isShown) box.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });
  if (!isShown) return null;
  return (
    <div className="slash" ref={box}>
      <div role="listbox" aria-label="Blocks">
        {fitting.map((tool) => (
          <div
            key={tool.name}
            role="option"
            aria-selected={tool === current}
            tabIndex={-1}
            onPointerDown={(event) => {
              event.preventDefault();
              choose(tool);
            }}
          >
            <tool.icon className="icon" aria-hidden />
            {tool.name}
          </div>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {current?.name}, {current ? fitting.indexOf(current) + 1 : 0} of {fitting.length}. Press Enter to
        insert it.
      </p>
    </div>
  );
}

function fittingTools(words: string): Tool[] {
  const wanted = words.toLowerCase();
  return blockTools.filter(({ name, words: more = "" }) => `${name} ${more}`.toLowerCase().includes(wanted));
}

/** A slash that somebody typed to choose a block, and what they typed after it. */
interface Slash {
  from: number;
  to: number;
  words: string;
}

/** The slash the caret stands behind; null when there is none, or the place takes no blocks. */
function findSlash(editor: Editor): Slash | null {
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
