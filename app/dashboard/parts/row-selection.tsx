import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { useShortcuts } from "../shell/shortcuts.tsx";
import type { PostForm } from "./action-button.tsx";
import { okIn } from "./action-result.ts";
import { useFlash } from "./toasts.tsx";

/** The selected rows of a page, and the form that sends them. */
export interface RowSelection {
  selected: ReadonlySet<string>;
  /** How many rows are shown. */
  of: number;
  isAll: boolean | "some";
  /** @param hasShift whether every row since the one toggled before changes with it */
  toggle(id: string, hasShift?: boolean): void;
  selectAll(): void;
  clear(): void;
  Form: PostForm;
}

/** The form of the bar; the boxes of the rows belong to it wherever they stand. */
const formId = "bulk";

/**
 * Which rows of a page are selected: none again when an action has been done, and never one that has left the page.
 * X selects the row that has the focus, Escape clears.
 * @param fetcher sends the bar's form; what it is answered is said
 */
export function useRowSelection(
  ids: readonly string[],
  fetcher: FetcherWithComponents<unknown>,
): RowSelection {
  const { data: answer, Form } = fetcher;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  useFlash(answer);
  useEffect(() => {
    if (okIn(answer)) setChosen(new Set());
  }, [answer]);
  const selected = new Set(ids.filter((id) => chosen.has(id)));
  const toggle = (id: string, hasShift = false) => {
    const next = new Set(selected);
    const [from, to] = [last.current === null ? -1 : ids.indexOf(last.current), ids.indexOf(id)];
    const range = hasShift && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    const isChosen = !selected.has(id);
    for (const one of range) {
      if (isChosen) next.add(one);
      else next.delete(one);
    }
    last.current = id;
    setChosen(next);
  };
  const clear = () => setChosen(new Set());
  useSelectionKeys(toggle, clear);
  return {
    selected,
    of: ids.length,
    isAll: selected.size === 0 ? false : selected.size === ids.length ? true : "some",
    toggle,
    selectAll: () => setChosen(new Set(ids)),
    clear,
    Form,
  };
}

function useSelectionKeys(toggle: (id: string) => void, clear: () => void): void {
  const now = useRef({ toggle, clear });
  useEffect(() => {
    now.current = { toggle, clear };
  });
  const keys = useMemo(
    () => [
      {
        keys: "x",
        does: "Select the row",
        run() {
          const row = document.activeElement?.closest("tr, li");
          const box = row?.querySelector<HTMLInputElement>(`input[form="${formId}"]`);
          if (box) now.current.toggle(box.value);
        },
      },
      { keys: "Escape", does: "Clear selection", run: () => now.current.clear() },
    ],
    [],
  );
  useShortcuts(keys);
}

interface BulkBarProps {
  selection: RowSelection;
  /** Address of the action, when it is not the screen's own. */
  action?: string;
  /** What can be done with the selected rows: buttons named "intent", and what they need. */
  children: ReactNode;
}

/** What can be done with the selected rows; shown as soon as one is. How many there are is announced. */
export function BulkBar({ selection, action, children }: BulkBarProps) {
  const { selected, of, isAll, selectAll, clear, Form } = selection;
  const count = selected.size;
  return (
    <>
      <p className="visually-hidden" role="status">
        {count > 0 && `${count} of ${of} selected`}
      </p>
      <Form
        className="bulk"
        method="post"
        id={formId}
        aria-label="Selected rows"
        hidden={count === 0}
        {...(action === undefined ? {} : { action })}
      >
        <b className="num">{`${count} selected`}</b>
        <span className="actions">{children}</span>
        <span className="end">
          {isAll !== true && (
            <button className="btn quiet compact all" type="button" onClick={selectAll}>
              Select all<span className="visually-hidden"> on this page</span>
            </button>
          )}
          <button className="btn quiet compact" type="button" aria-keyshortcuts="Escape" onClick={clear}>
            Clear selection <kbd aria-hidden>Esc</kbd>
          </button>
        </span>
      </Form>
    </>
  );
}

interface BulkButtonProps {
  intent: string;
  isDangerous?: boolean | undefined;
  children: ReactNode;
}

/** Runs an action of the screen on the selected rows. */
export function BulkButton({ intent, isDangerous = false, children }: BulkButtonProps) {
  return (
    <button
      className={isDangerous ? "btn quiet compact bad" : "btn quiet compact"}
      type="submit"
      name="intent"
      value={intent}
    >
      {children}
    </button>
  );
}

/** Head of the column of boxes: selects every row of the page, or none. */
export function SelectAll({ selection: { isAll, selectAll, clear } }: { selection: RowSelection }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = isAll === "some";
  }, [isAll]);
  return (
    <th className="tick">
      <span className="visually-hidden">Select</span>
      <label className="row-box">
        <input
          ref={box}
          type="checkbox"
          aria-label="Select all on this page"
          checked={isAll === true}
          onChange={isAll === true ? clear : selectAll}
        />
      </label>
    </th>
  );
}

interface SelectRowProps {
  id: string;
  name: string;
  selection: RowSelection;
}

/** The box of one row. With Shift it takes every row since the one before along; around it a finger finds it too. */
export function SelectRow({ id, name, selection }: SelectRowProps) {
  return (
    // A press with Shift would mark the text between two rows.
    <label className="row-box" onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
      <input
        type="checkbox"
        name="id"
        value={id}
        form={formId}
        aria-label={`Select ${name}`}
        checked={selection.selected.has(id)}
        onChange={({ nativeEvent }) =>
          selection.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
  );
}

/** The column of boxes. */
export function SelectCell(props: SelectRowProps) {
  return (
    <td className="tick">
      <SelectRow {...props} />
    </td>
  );
}
