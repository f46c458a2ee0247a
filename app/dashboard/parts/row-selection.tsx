import { useEffect, useRef, useState } from "react";
import { okIn } from "./action-result.ts";

export interface RowSelection {
  /** Of the rows that are shown. */
  selected: ReadonlySet<string>;
  isAll: boolean | "some";
  /** @param hasShift whether every row since the one chosen before changes with it */
  toggle(id: string, hasShift?: boolean): void;
  toggleAll(): void;
  clear(): void;
}

/** Which rows of a page are selected: none again when an action has been done, and never one that has left the page. */
export function useRowSelection(ids: readonly string[], answer: unknown): RowSelection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const selected = new Set(ids.filter((id) => chosen.has(id)));
  useEffect(() => {
    if (okIn(answer)) setChosen(new Set());
  }, [answer]);
  const toggle = (id: string, hasShift = false) => {
    const next = new Set(selected);
    const [from, to] = [last.current === null ? -1 : ids.indexOf(last.current), ids.indexOf(id)];
    const stretch = hasShift && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    const isChosen = !selected.has(id);
    for (const one of stretch) {
      if (isChosen) next.add(one);
      else next.delete(one);
    }
    last.current = id;
    setChosen(next);
  };
  const isAll = selected.size === 0 ? false : selected.size === ids.length ? true : "some";
  return {
    selected,
    isAll,
    toggle,
    toggleAll: () => setChosen(new Set(isAll === true ? [] : ids)),
    clear: () => setChosen(new Set()),
  };
}

/** Head of the column of boxes: selects every row of the page, or none. */
export function SelectAll({ selection: { isAll, toggleAll } }: { selection: RowSelection }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isAll === "some";
  }, [isAll]);
  return (
    <th className="tick">
      <span className="visually-hidden">Select</span>
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all on this page"
        checked={isAll === true}
        onChange={toggleAll}
      />
    </th>
  );
}

interface SelectRowProps {
  id: string;
  name: string;
  selection: RowSelection;
}

/** The box of one row; what is selected is sent as `id` by the form "bulk", wherever that stands. */
export function SelectRow({ id, name, selection }: SelectRowProps) {
  return (
    <input
      type="checkbox"
      name="id"
      value={id}
      form="bulk"
      aria-label={`Select ${name}`}
      checked={selection.selected.has(id)}
      onChange={({ nativeEvent }) =>
        selection.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}
