import type { Editor } from "@tiptap/core";

const gap = 4;
const highest = 320;
/** What is left of a menu is scrolled; fewer than three lines of it are no menu. */
const lowest = 112;

/** Puts a menu under the place in the text it belongs to, or above where that has more room; it never leaves what can be seen. */
export function placeMenu(box: HTMLElement, editor: Editor, pos: number): void {
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
