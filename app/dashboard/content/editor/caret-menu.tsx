import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { blockTools, type Openers, type Tool } from "./tools.ts";

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

/**
 * Keeps a box at a place of the text while it is shown, also while the page is scrolled; `pos` is null when it is not shown.
 * `content` is whatever tells that the box holds something else now, and so has another size.
 */
export function usePlaced(
  box: RefObject<HTMLElement | null>,
  editor: Editor,
  pos: number | null,
  content: unknown,
): void {
  useLayoutEffect(() => {
    if (pos === null || content === null) return;
    const place = () => box.current && placeMenu(box.current, editor, pos);
    place();
    // A phone's keyboard comes and goes over the page.
    const { visualViewport } = window;
    visualViewport?.addEventListener("resize", place);
    window.addEventListener("scroll", place, { passive: true });
    return () => {
      visualViewport?.removeEventListener("resize", place);
      window.removeEventListener("scroll", place);
    };
  }, [box, editor, pos, content]);
}

const gap = 4;
const highest = 320;
/** What is left of a menu is scrolled; fewer than three lines of it are no menu. */
const lowest = 112;

/** Puts a menu under the place in the text it belongs to, or above where that has more room; it never leaves what can be seen. */
function placeMenu(box: HTMLElement, editor: Editor, pos: number): void {
  const caret = editor.view.coordsAtPos(pos);
  const seen = readSeen(editor);
  const below = seen.bottom - caret.bottom - 2 * gap;
  const above = caret.top - seen.top - 2 * gap;
  const wanted = Math.min(highest, box.firstElementChild?.scrollHeight ?? highest);
  const isAbove = below < wanted && above > below;
  const height = Math.max(lowest, Math.min(highest, isAbove ? above : below));
  box.style.maxHeight = `${height}px`;
  box.style.left = `${Math.max(8, Math.min(caret.left, seen.right - box.offsetWidth - 8))}px`;
  const top = isAbove ? caret.top - gap - Math.min(wanted, height) : caret.bottom + gap;
  box.style.top = `${top}px`;
}

/** What can be seen of the text, between the tools above it and the end of the window or a phone's keyboard. */
export function readSeen(editor: Editor): { top: number; bottom: number; right: number } {
  const bars = editor.view.dom.closest(".rich-editor")?.querySelector(".bars");
  const screen = window.visualViewport;
  return {
    top: Math.max(0, bars?.getBoundingClientRect().bottom ?? 0),
    bottom: screen ? screen.offsetTop + screen.height : window.innerHeight,
    right: document.documentElement.clientWidth,
  };
}
