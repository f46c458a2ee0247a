import { type RefObject, useEffect, useMemo, useRef } from "react";
import { type Shortcut, useShortcuts } from "../../shell/shortcuts.tsx";

/** Walks the lines by keys: the focus goes from title to title, so that Enter opens. */
export function useRowKeys(
  table: RefObject<HTMLTableElement | null>,
  tick: (box: HTMLInputElement) => void,
  move: ((id: string, way: "up" | "down") => void) | null,
): void {
  const now = useRef({ tick, move });
  useEffect(() => {
    now.current = { tick, move };
  });
  const keys = useMemo<Shortcut[]>(() => {
    const rows = () => [...(table.current?.querySelectorAll<HTMLElement>("tr[data-row]") ?? [])];
    const current = () => document.activeElement?.closest<HTMLElement>("tr[data-row]") ?? null;
    const go = (by: 1 | -1) => {
      const row = current();
      const at = row ? rows().indexOf(row) + by : by === 1 ? 0 : rows().length - 1;
      rows()[at]?.querySelector<HTMLElement>("a.open")?.focus();
    };
    const tickOne = () => {
      const box = current()?.querySelector<HTMLInputElement>('input[type="checkbox"][name="id"]');
      if (box) now.current.tick(box);
    };
    const moveOne = (way: "up" | "down") => {
      const id = current()?.dataset.row;
      if (id) now.current.move?.(id, way);
    };
    const press = (selector: string) =>
      (table.current?.ownerDocument.querySelector<HTMLElement>(selector) ?? null)?.click();
    return [
      { keys: "j", does: "Next line", run: () => go(1) },
      { keys: "k", does: "Line before", run: () => go(-1) },
      { keys: "x", does: "Select the row", run: tickOne },
      {
        keys: "e",
        does: "Open the line",
        run: () => current()?.querySelector<HTMLElement>("a.open")?.click(),
      },
      { keys: "n", does: "Write a new one", run: () => press(".head a.btn:not(.q)") },
      { keys: "Escape", does: "Clear the ticks", run: () => press("#bulk .clear") },
      { keys: "Alt+ArrowUp", does: "Move the line up, where the order is by hand", run: () => moveOne("up") },
      { keys: "Alt+ArrowDown", does: "Move the line down", run: () => moveOne("down") },
    ];
  }, [table]);
  useShortcuts(keys);
}
