import { type RefObject, useRef, useState } from "react";
import { useForm } from "../../form-context.ts";
import { withMoved } from "./change-order.ts";

export interface Row<Value> {
  /** Stays with the row wherever it goes, so that what was typed into it goes along. */
  key: string;
  value: Value;
}

export interface Rows<Value> {
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
