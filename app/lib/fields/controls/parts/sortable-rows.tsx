import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowLeft from "lucide-react/icons/arrow-left";
import ArrowRight from "lucide-react/icons/arrow-right";
import ArrowUp from "lucide-react/icons/arrow-up";
import X from "lucide-react/icons/x";
import { type KeyboardEvent, type ReactNode, type RefObject, useRef, useState } from "react";
import { Sortable, SortableItem } from "#app/lib/ui/kit/sortable.tsx";
import { useForm } from "../../form-context.ts";

interface SortableRowsProps<Value> {
  rows: Rows<Value>;
  layout?: "list" | "grid";
  /** Name of a row in the labels of its buttons. */
  nameOf(at: number, value: Value): string;
  /** @param tools the buttons that move or remove the row */
  children(row: Row<Value>, tools: ReactNode, at: number): ReactNode;
}

/** Rows that can be sorted and removed; each keeps its typed text when it moves. */
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
                <RowTools at={at} name={nameAt(at)} rows={rows} layout={layout} handle={handle} />,
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
  /** Name of the row in the labels of its buttons. */
  name: string;
  rows: Rows<Value>;
  layout: SortableRowsProps<Value>["layout"];
  /** Drag handle from its `SortableItem`. */
  handle: ReactNode;
}

/** Buttons that move a row (also Alt with the arrow keys) or remove it. */
function RowTools<Value>({ at, name, rows, layout, handle }: RowToolsProps<Value>) {
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
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
      onKeyDown={handleKeyDown}
    >
      <Sign className="icon" aria-hidden />
      <span className="visually-hidden">{`${word}: ${name}`}</span>
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
  /** Stable React key, so that typed text moves with the row. */
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

/** State of an ordered list; reports each change to the form. */
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
      // Users fill in a new row next.
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

/** Moves an item by one place, or removes it. */
export function changePlace<Item>(items: readonly Item[], at: number, verb: RowVerb): Item[] {
  if (items[at] === undefined) return [...items];
  if (verb === "remove") return items.filter((_, place) => place !== at);
  return withMoved(items, at, verb === "up" ? at - 1 : verb === "down" ? at + 1 : at);
}

/** Applies a step to a list of names; a name that is shown again goes to the end. */
export function changeOrder(names: readonly string[], name: string, verb: RowVerb): string[] {
  const at = names.indexOf(name);
  if (verb === "show") return at === -1 ? [...names, name] : [...names];
  return changePlace(names, at, verb === "hide" ? "remove" : verb);
}

/** Copy of a list with one item moved. */
export function withMoved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const copy = [...list];
  const [moved] = copy.splice(from, 1);
  if (moved === undefined || to < 0 || to > copy.length) return [...list];
  copy.splice(to, 0, moved);
  return copy;
}
