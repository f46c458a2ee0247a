import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { useState } from "react";
import { Sortable, SortableItem } from "#app/lib/ui/kit/sortable.tsx";
import { block } from "../differences/text-blocks.ts";
import { useForm } from "../form-context.ts";
import { type FieldControl, type FieldProps, idsOf, type Sent } from "./control.ts";
import { changeOrder, type RowVerb, withMoved } from "./parts/sortable-rows.tsx";

export const orderControl: FieldControl<"order"> = {
  Control: OrderField,
  read: readOrder,
  blocks: (value, _, { options }) =>
    idsOf(value).map((name) => block("", options.find((one) => one.value === name)?.label ?? name)),
};

/** Submitted names, sorted by their numbers. */
function readOrder(sent: Sent, name: string): string[] {
  const numbered = [...sent].flatMap(([key, [value]]) => {
    const number = key.startsWith(`${name}.`) ? /^\d{1,3}$/.exec(key.slice(name.length + 1))?.[0] : undefined;
    return number === undefined || value === undefined ? [] : [{ at: Number(number), value }];
  });
  return numbered.toSorted((one, other) => one.at - other.at).map(({ value }) => value);
}

/** Sortable list of names, by handle or by buttons; hidden names follow below. */
function OrderField({ name: path, input, value }: FieldProps<"order">) {
  const [names, setNames] = useState<string[]>(() => (Array.isArray(value) ? value.map(String) : []));
  const labelOf = (name: string) => input.options.find((option) => option.value === name)?.label ?? name;
  const { touch } = useForm();
  const change = (changed: (all: string[]) => string[]) => {
    setNames(changed);
    touch();
  };
  const hidden = input.options.filter(({ value: name }) => !names.includes(name));
  const button = (name: string, verb: RowVerb) => ({
    type: "button" as const,
    onClick: () => change((all) => changeOrder(all, name, verb)),
  });
  return (
    <fieldset className="setting-rows order" id={`f-${path}`} tabIndex={-1}>
      <legend>{input.label}</legend>
      <Sortable ids={names} nameOf={labelOf} onMove={(from, to) => change((all) => withMoved(all, from, to))}>
        <ol>
          {names.map((name, at) => (
            <SortableItem key={name} id={name} name={labelOf(name)}>
              {(handle) => (
                <>
                  <input type="hidden" name={`${path}.${at}`} value={name} />
                  {handle}
                  <b>{labelOf(name)}</b>
                  <button
                    className="btn icon-only quiet compact"
                    {...button(name, "up")}
                    aria-disabled={at === 0 || undefined}
                  >
                    <ArrowUp className="icon" aria-hidden />
                    <span className="visually-hidden">Move {labelOf(name)} up</span>
                  </button>
                  <button
                    className="btn icon-only quiet compact"
                    {...button(name, "down")}
                    aria-disabled={at === names.length - 1 || undefined}
                  >
                    <ArrowDown className="icon" aria-hidden />
                    <span className="visually-hidden">Move {labelOf(name)} down</span>
                  </button>
                  <button className="btn quiet compact" {...button(name, "hide")}>
                    Hide<span className="visually-hidden"> {labelOf(name)}</span>
                  </button>
                </>
              )}
            </SortableItem>
          ))}
        </ol>
      </Sortable>
      {hidden.length > 0 && (
        <p className="row">
          <span className="hint">Not shown:</span>
          {hidden.map(({ value: name, label }) => (
            <button key={name} className="btn quiet compact" {...button(name, "show")}>
              <span className="visually-hidden">Show </span>
              {label}
            </button>
          ))}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {names.map(labelOf).join(", ")}
      </p>
    </fieldset>
  );
}
