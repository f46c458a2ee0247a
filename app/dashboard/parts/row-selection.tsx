import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { FetcherWithComponents } from "react-router";
import { useShortcuts } from "../shell/shortcuts.tsx";
import type { PostForm } from "./action-button.tsx";
import { okIn } from "./action-result.ts";
import { useFlash } from "./toasts.tsx";

/** Selected rows of a page, and the form that submits them. */
export interface RowSelection {
  selected: ReadonlySet<string>;
  /** Number of rows on the page. */
  of: number;
  isAll: boolean | "some";
  /** @param hasShift extends the change to all rows since the last toggled one */
  toggle(id: string, hasShift?: boolean): void;
  selectAll(): void;
  clear(): void;
  Form: PostForm;
}

/** Id of the bar's form; the checkboxes in the rows refer to it. */
const formId = "bulk";

/**
 * Tracks the selected rows of a page, and clears them after an action. X toggles the focused row, Escape
 * clears.
 * @param fetcher submits the bar's form; its answer becomes a toast
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
        label: "Select the row",
        run() {
          const row = document.activeElement?.closest("tr, li");
          const box = row?.querySelector<HTMLInputElement>(`input[form="${formId}"]`);
          if (box) now.current.toggle(box.value);
        },
      },
      { keys: "Escape", label: "Clear selection", run: () => now.current.clear() },
    ],
    [],
  );
  useShortcuts(keys);
}

interface BulkBarProps {
  selection: RowSelection;
  /** Path of the action, when it is not the screen's own. */
  action?: string;
  /** Buttons named "intent", with their fields. */
  children: ReactNode;
}

/** Bar with actions for the selected rows, visible while any are selected; announces their number. */
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

/** Button that runs an action on the selected rows. */
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

/** Column heading with a checkbox that selects all rows of the page, or none. */
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

/** Checkbox of one row, with a large touch area. Shift extends the selection from the last toggled row. */
export function SelectRow({ id, name, selection }: SelectRowProps) {
  return (
    // Prevents a Shift click from selecting the text between two rows.
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

/** Table cell with the checkbox of a row. */
export function SelectCell(props: SelectRowProps) {
  return (
    <td className="tick">
      <SelectRow {...props} />
    </td>
  );
}
