import { ArrowDown, ArrowUp, GripVertical, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { Rows } from "./use-rows.ts";

interface RowToolsProps<Value> {
  at: number;
  /** What the row is called in the names of its buttons. */
  what: string;
  rows: Rows<Value>;
}

/** Moves a row up or down or takes it away; the handle moves by pointer, and by Alt with the arrow keys. */
export function RowTools<Value>({ at, what, rows }: RowToolsProps<Value>) {
  const hear = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !event.altKey) return;
    event.preventDefault();
    rows.move(at, at + step);
  };
  const button = (word: string, Sign: typeof X, work: () => void) => (
    <button
      className="btn quiet compact icon-only"
      type="button"
      title={word}
      onClick={work}
      onKeyDown={hear}
    >
      <Sign className="icon" aria-hidden />
      <span className="visually-hidden">{`${word}: ${what}`}</span>
    </button>
  );
  return (
    <div className="row-tools">
      <span className="row-grip" {...rows.dragHandle(at)}>
        <GripVertical className="icon" aria-hidden />
      </span>
      {button("Move up", ArrowUp, () => rows.move(at, at - 1))}
      {button("Move down", ArrowDown, () => rows.move(at, at + 1))}
      {button("Remove", X, () => rows.remove(at))}
    </div>
  );
}
