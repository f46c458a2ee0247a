import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { Sortable, SortableItem } from "#app/ui/kit/sortable.tsx";
import type { Row, Rows } from "./use-rows.ts";

interface SortableRowsProps<Value> {
  rows: Rows<Value>;
  layout?: "list" | "grid";
  /** What a row is called in the names of its buttons. */
  nameOf(at: number, value: Value): string;
  /** @param tools the buttons that move the row or take it away */
  children(row: Row<Value>, tools: ReactNode, at: number): ReactNode;
}

/** Rows of a form that are put in order, taken away, and keep what was typed into them wherever they go. */
export function SortableRows<Value>({ rows, layout, nameOf, children }: SortableRowsProps<Value>) {
  const { items, list, move } = rows;
  const atOf = (key: string) => items.findIndex((one) => one.key === key);
  const nameAt = (at: number) => {
    const row = items[at];
    return row === undefined ? "" : nameOf(at, row.value);
  };
  return (
    <Sortable
      ids={items.map(({ key }) => key)}
      nameOf={(key) => nameAt(atOf(key))}
      onMove={move}
      {...(layout && { layout })}
    >
      <ol ref={list}>
        {items.map((row, at) => (
          <SortableItem key={row.key} id={row.key} name={nameAt(at)}>
            {(handle) =>
              children(row, <RowTools at={at} what={nameAt(at)} rows={rows} handle={handle} />, at)
            }
          </SortableItem>
        ))}
      </ol>
    </Sortable>
  );
}

interface RowToolsProps<Value> {
  at: number;
  /** What the row is called in the names of its buttons. */
  what: string;
  rows: Rows<Value>;
  /** Of its `SortableItem`. */
  handle: ReactNode;
}

/** Moves a row by its handle, or up and down, also by Alt with the arrow keys; or takes it away. */
function RowTools<Value>({ at, what, rows, handle }: RowToolsProps<Value>) {
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
      {handle}
      {button("Move up", ArrowUp, () => rows.move(at, at - 1))}
      {button("Move down", ArrowDown, () => rows.move(at, at + 1))}
      {button("Remove", X, () => rows.remove(at))}
    </div>
  );
}
