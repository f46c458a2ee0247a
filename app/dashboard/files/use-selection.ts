import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useShortcuts } from "../shell/shortcuts.tsx";

export interface Selection {
  box: RefObject<HTMLDivElement | null>;
  ticked: number;
  /** To be called when a tick changes. */
  count(): void;
  tickAll(isTicked: boolean): void;
}

/** How many files are ticked. The ticks themselves are the browser's. */
export function useSelection(items: readonly unknown[]): Selection {
  const box = useRef<HTMLDivElement>(null);
  const [ticked, setTicked] = useState(0);
  const count = useCallback(() => {
    setTicked(ticksIn(box.current).filter(({ checked }) => checked).length);
  }, []);
  const tickAll = useCallback(
    (isTicked: boolean) => {
      for (const tick of ticksIn(box.current)) tick.checked = isTicked;
      count();
    },
    [count],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: other files are other ticks
  useEffect(count, [items, count]);
  useShortcuts(
    useMemo(
      () => [
        { keys: "Escape", does: "Clear selection", run: () => tickAll(false) },
        { keys: "x", does: "Select the focused file", run: () => tickFocused(count) },
      ],
      [tickAll, count],
    ),
  );
  return { box, ticked, count, tickAll };
}

function ticksIn(box: HTMLElement | null): HTMLInputElement[] {
  return [...(box?.querySelectorAll<HTMLInputElement>('input[name="id"]') ?? [])];
}

function tickFocused(count: () => void): void {
  const tick = document.activeElement?.closest("li, tr")?.querySelector<HTMLInputElement>('input[name="id"]');
  if (!tick) return;
  tick.checked = !tick.checked;
  count();
}
