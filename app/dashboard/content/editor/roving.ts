import { type KeyboardEvent, useState } from "react";

export interface Roving {
  /** Place of the only button that Tab reaches. */
  at: number;
  setAt(at: number): void;
  onKeyDown(event: KeyboardEvent<HTMLElement>): void;
}

/** A row of buttons that is one stop of the Tab key; the arrow keys, Home and End go from button to button. */
export function useRoving(count: number): Roving {
  const [at, setAt] = useState(0);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const end = { Home: 0, End: count - 1 }[event.key];
    const next = end ?? (step === undefined ? undefined : (at + step + count) % count);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    event.currentTarget.querySelectorAll("button")[next]?.focus();
  };
  return { at, setAt, onKeyDown };
}
