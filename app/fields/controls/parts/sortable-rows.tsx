import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { Sortable, SortableItem } from "#app/ui/kit/sortable.tsx";
import { useForm } from "../../form-context.ts";

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
              children(
                row,
                <RowTools at={at} what={nameAt(at)} rows={rows} layout={layout} handle={handle} />,
                at,
              )
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
  layout: SortableRowsProps<Value>["layout"];
  /** Of its `SortableItem`. */
  handle: ReactNode;
}

/** Moves a row by its handle or step by step, also by Alt with the arrow keys; or takes it away. */
function RowTools<Value>({ at, what, rows, layout, handle }: RowToolsProps<Value>) {
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
  const isGrid = layout === "grid";
  return (
    <div className="row-tools">
      {handle}
      {button(isGrid ? "Move left" : "Move up", isGrid ? ArrowLeft : ArrowUp, () => rows.move(at, at - 1))}
      {button(isGrid ? "Move right" : "Move down", isGrid ? ArrowRight : ArrowDown, () =>
        rows.move(at, at + 1),
      )}
      {button("Remove", X, () => rows.remove(at))}
    </div>
  );
}

interface Row<Value> {
  /** Stays with the row wherever it goes, so that what was typed into it goes along. */
  key: string;
  value: Value;
}

interface Rows<Value> {
  items: Row<Value>[];
  list: RefObject<HTMLOListElement | null>;
  add(...values: Value[]): void;
  remove(at: number): void;
  move(from: number, to: number): void;
}

/** An ordered list that people change; tells the form of each change. */
export function useRows<Value>(start: readonly Value[]): Rows<Value> {
  const count = useRef(start.length);
  const list = useRef<HTMLOListElement>(null);
  const { touch } = useForm();
  const [items, setItems] = useState<Row<Value>[]>(() =>
    start.map((value, at) => ({ key: `row-${at}`, value })),
  );
  const change = (next: Row<Value>[]) => {
    setItems(next);
    touch();
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= items.length || from === to) return;
    change(withMoved(items, from, to));
  };
  return {
    items,
    list,
    move,
    add(...values) {
      const added = values.map((value) => {
        count.current += 1;
        return { key: `row-${count.current}-new`, value };
      });
      change([...items, ...added]);
      // What was added is what one wants to fill in next.
      requestAnimationFrame(() => focusFirst(list.current?.lastElementChild));
    },
    remove(at) {
      change(items.filter((_, index) => index !== at));
      requestAnimationFrame(() => focusFirst(list.current?.children[Math.min(at, items.length - 2)]));
    },
  };
}

function focusFirst(row: Element | null | undefined): void {
  const field = row?.querySelector<HTMLElement>(
    ".row-fields :is(input:not([type=hidden]), textarea, select)",
  );
  (field ?? row?.querySelector<HTMLElement>("button"))?.focus();
}

export type RowVerb = "remove" | "up" | "down" | "show" | "hide";

/** Moves an item by one place, or takes it out. */
export function changePlace<Item>(items: readonly Item[], at: number, verb: RowVerb): Item[] {
  if (items[at] === undefined) return [...items];
  if (verb === "remove") return items.filter((_, place) => place !== at);
  return withMoved(items, at, verb === "up" ? at - 1 : verb === "down" ? at + 1 : at);
}

/** The same of names in an order; one that is shown again stands last. */
export function changeOrder(names: readonly string[], name: string, verb: RowVerb): string[] {
  const at = names.indexOf(name);
  if (verb === "show") return at === -1 ? [...names, name] : [...names];
  return changePlace(names, at, verb === "hide" ? "remove" : verb);
}

/** A copy with what stands at one place moved to another. */
export function withMoved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const copy = [...list];
  const [moved] = copy.splice(from, 1);
  if (moved === undefined || to < 0 || to > copy.length) return [...list];
  copy.splice(to, 0, moved);
  return copy;
}
