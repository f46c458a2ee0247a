import type { Editor } from "@tiptap/core";
import { type RefObject, useLayoutEffect } from "react";
import { placeMenu } from "./place-menu.ts";

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
