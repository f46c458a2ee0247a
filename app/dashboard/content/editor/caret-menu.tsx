import type { Editor } from "@tiptap/core";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { blockTools, type Openers, type Tool } from "./tools.ts";

interface SlashMenuProps {
  editor: Editor;
  openers: Openers;
  /** Key handler that runs before the editor's own. */
  keys: RefObject<((event: KeyboardEvent) => boolean) | null>;
}

/** Menu of blocks that "/" opens; typing filters it, arrow keys and Enter choose. */
export function SlashMenu({ editor, openers, keys }: SlashMenuProps) {
  const [slash, setSlash] = useState<Slash | null>(null);
  const [at, setAt] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const dismissed = useRef<number | null>(null);
  useEffect(() => {
    const update = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      const found = findSlash(editor);
      if (found?.from !== dismissed.current) dismissed.current = null;
      // Only typing opens it, not moving the caret past an old slash.
      setSlash((before) =>
        found && dismissed.current === null && (before || transaction.docChanged) ? found : null,
      );
    };
    editor.on("transaction", update);
    return () => void editor.off("transaction", update);
  }, [editor]);
  const matching = slash ? matchingTools(slash.words) : [];
  const current = matching[Math.min(at, matching.length - 1)];
  const choose = (tool: Tool | undefined) => {
    // The state may be older than the document while the user types fast.
    const typed = findSlash(editor);
    if (!typed || !tool) return;
    editor.chain().focus().deleteRange(typed).run();
    setSlash(null);
    setAt(0);
    tool.run(editor, openers);
  };
  const latestChoice = () => {
    const typed = findSlash(editor);
    return typed && typed.words !== slash?.words ? matchingTools(typed.words)[0] : current;
  };
  keys.current = (event) => {
    if (!slash || matching.length === 0) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt((Math.min(at, matching.length - 1) + step + matching.length) % matching.length);
    else if (event.key === "Enter" || event.key === "Tab") choose(latestChoice());
    else if (event.key === "Escape") {
      dismissed.current = slash.from;
      setSlash(null);
    } else return false;
    return true;
  };
  const isShown = slash !== null && matching.length > 0;
  usePlaced(box, editor, isShown ? slash.from : null, matching.length);
  useLayoutEffect(() => {
    if (isShown) box.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  });
  if (!isShown) return null;
  return (
    <div className="slash" ref={box}>
      <div role="listbox" aria-label="Blocks">
        {matching.map((tool) => (
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
        {current?.name}, {current ? matching.indexOf(current) + 1 : 0} of {matching.length}. Press Enter to
        insert it.
      </p>
    </div>
  );
}

function matchingTools(words: string): Tool[] {
  const wanted = words.toLowerCase();
  return blockTools.filter(({ name, words: more = "" }) => `${name} ${more}`.toLowerCase().includes(wanted));
}

/** A slash typed to open the menu of blocks, with the text after it. */
interface Slash {
  from: number;
  to: number;
  words: string;
}

/** Finds the slash before the caret; null without one, or where no block can be inserted. */
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
 * Positions a box at a place of the text while it is shown, also while the page scrolls.
 * @param pos position in the document; null when the box is hidden
 * @param content changes whenever the box may have a new size
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
    // A phone's keyboard covers part of the page without resizing the window.
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
const maxHeight = 320;
/** Minimum height in pixels, three rows; a higher list scrolls. */
const minHeight = 112;

/**
 * Places a menu below its position in the text, or above where that has more room; keeps it in the visible
 * area.
 */
function placeMenu(box: HTMLElement, editor: Editor, pos: number): void {
  const caret = editor.view.coordsAtPos(pos);
  const visible = readVisibleArea(editor);
  const below = visible.bottom - caret.bottom - 2 * gap;
  const above = caret.top - visible.top - 2 * gap;
  const wanted = Math.min(maxHeight, box.firstElementChild?.scrollHeight ?? maxHeight);
  const isAbove = below < wanted && above > below;
  const height = Math.max(minHeight, Math.min(maxHeight, isAbove ? above : below));
  box.style.maxHeight = `${height}px`;
  box.style.left = `${Math.max(8, Math.min(caret.left, visible.right - box.offsetWidth - 8))}px`;
  const top = isAbove ? caret.top - gap - Math.min(wanted, height) : caret.bottom + gap;
  box.style.top = `${top}px`;
}

/**
 * Visible area of the text, between the toolbar and the end of the window or of the area above a phone's
 * keyboard.
 */
export function readVisibleArea(editor: Editor): { top: number; bottom: number; right: number } {
  const bars = editor.view.dom.closest(".rich-editor")?.querySelector(".bars");
  const screen = window.visualViewport;
  return {
    top: Math.max(0, bars?.getBoundingClientRect().bottom ?? 0),
    bottom: screen ? screen.offsetTop + screen.height : window.innerHeight,
    right: document.documentElement.clientWidth,
  };
}
