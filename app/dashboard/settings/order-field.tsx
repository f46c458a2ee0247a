import { ArrowDown, ArrowUp, GripVertical } from "lucide-react";
import { type DragEvent, type MouseEvent, useRef, useState } from "react";
import { changeOrder, type RowVerb } from "#app/company/change-rows.ts";
import type { SettingInput } from "#app/company/form-field.ts";
import type { SettingFieldProps } from "./setting-context.ts";

interface OrderFieldProps extends SettingFieldProps {
  input: Extract<SettingInput, { type: "order" }>;
}

/** Parts in an order, by buttons or by drag; those left out stand below. */
export function OrderField({ field, input, path, value }: OrderFieldProps) {
  const [names, setNames] = useState<string[]>(() => (Array.isArray(value) ? value.map(String) : []));
  const dragged = useRef<string | null>(null);
  const labelOf = (name: string) => input.options.find((option) => option.value === name)?.label ?? name;
  const change = (name: string, verb: RowVerb) => setNames((all) => changeOrder(all, name, verb));
  const hidden = input.options.filter(({ value: name }) => !names.includes(name));
  const dropOn = (target: string) => (event: DragEvent) => {
    event.preventDefault();
    const name = dragged.current;
    if (name === null || name === target) return;
    setNames((all) => {
      const rest = all.filter((one) => one !== name);
      const at = rest.indexOf(target) + (all.indexOf(name) < all.indexOf(target) ? 1 : 0);
      return [...rest.slice(0, at), name, ...rest.slice(at)];
    });
  };
  const button = (name: string, verb: RowVerb) => ({
    type: "submit" as const,
    name: "row",
    value: `${path}.${name}:${verb}`,
    onClick: (event: MouseEvent) => {
      event.preventDefault();
      change(name, verb);
    },
  });
  return (
    <fieldset className="setting-rows order" id={`f-${path}`} tabIndex={-1}>
      <legend>{field.label}</legend>
      <ol>
        {names.map((name, at) => (
          <li
            key={name}
            draggable
            onDragStart={() => {
              dragged.current = name;
            }}
            onDragOver={(event) => event.preventDefault()}
            onDrop={dropOn(name)}
          >
            <input type="hidden" name={`${path}.${at}`} value={name} />
            <GripVertical className="icon" aria-hidden />
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
          </li>
        ))}
      </ol>
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
