import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Sortable, SortableItem } from "#app/ui/kit/sortable.tsx";
import { useForm } from "../../form-context.ts";
import type { ListInput } from "../../types/list.ts";
import type { FieldProps } from "../control.ts";
import { changePlace, withMoved } from "./change-order.ts";

interface Row {
  /** Stays with the row wherever it goes, so that what was typed goes with it. */
  key: number;
  record: unknown;
}

type RowStep = "up" | "down" | "remove";

/** Records in an order: each can be moved, taken away, and another added. */
export function NamedRows({ name: path, input, value, draw, one }: FieldProps<ListInput> & { one: string }) {
  const { errors } = useForm();
  const records: unknown[] = Array.isArray(value) ? value : [];
  const [rows, setRows] = useState<Row[]>(() => records.map((record, key) => ({ key, record })));
  const count = useRef(rows.length);
  const change = (verb: RowStep, at: number) => setRows((all) => changePlace(all, at, verb));
  const add = () => {
    count.current += 1;
    setRows((all) => [...all, { key: count.current, record: {} }]);
  };
  return (
    <fieldset className="setting-rows" id={`f-${path}`} tabIndex={-1}>
      <legend>{input.label}</legend>
      {input.hint && <p className="hint">{input.hint}</p>}
      {errors[path] && <p className="err">{errors[path]}</p>}
      <Sortable
        ids={rows.map(({ key }) => String(key))}
        nameOf={(id) => `${one} ${rows.findIndex(({ key }) => String(key) === id) + 1}`}
        onMove={(from, to) => setRows((all) => withMoved(all, from, to))}
      >
        {rows.map(({ key, record }, at) => (
          <SortableItem key={key} as="div" id={String(key)} name={`${one} ${at + 1}`} className="one-row">
            {(handle) => (
              <>
                <RowHead
                  handle={handle}
                  name={`${one} ${at + 1}`}
                  isFirst={at === 0}
                  isLast={at === rows.length - 1}
                  onPress={(verb) => change(verb, at)}
                />
                <div className="form">
                  {Object.entries(input.item).map(([part, partInput]) =>
                    draw({
                      name: `${path}.${at}.${part}`,
                      input: partInput,
                      value: Reflect.get(Object(record), part),
                    }),
                  )}
                </div>
              </>
            )}
          </SortableItem>
        ))}
      </Sortable>
      {rows.length < input.max && (
        <button className="btn quiet" type="button" onClick={add}>
          <Plus className="icon" aria-hidden /> Add {articleOf(one)} {one}
        </button>
      )}
    </fieldset>
  );
}

interface RowHeadProps {
  handle: ReactNode;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onPress(verb: RowStep): void;
}

function RowHead({ handle, name, isFirst, isLast, onPress }: RowHeadProps) {
  const verbs = [
    { verb: "up", words: "Move up", Sign: ArrowUp, isOff: isFirst },
    { verb: "down", words: "Move down", Sign: ArrowDown, isOff: isLast },
    { verb: "remove", words: "Remove", Sign: Trash2, isOff: false },
  ] as const;
  return (
    <header>
      {handle}
      <b>{name.charAt(0).toUpperCase() + name.slice(1)}</b>
      {verbs.map(({ verb, words, Sign, isOff }) => (
        <button
          key={verb}
          className="btn icon-only quiet compact"
          type="button"
          aria-disabled={isOff || undefined}
          title={words}
          onClick={() => onPress(verb)}
        >
          <Sign className="icon" aria-hidden />
          <span className="visually-hidden">
            {words}: {name}
          </span>
        </button>
      ))}
    </header>
  );
}

function articleOf(noun: string): string {
  return /^[aeiou]/.test(noun) ? "an" : "a";
}
