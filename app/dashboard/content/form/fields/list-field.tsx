import { Plus } from "lucide-react";
import { useForm } from "../form-context.ts";
import { useScripts } from "../use-scripts.ts";
import type { RecordFieldProps } from "./field-props.ts";
import { RowTools } from "./row-tools.tsx";
import { useRows } from "./use-rows.ts";

/** Rows that can be added, taken away and put in order, by pointer and by keyboard; without scripts, by buttons that ask the server. */
export function ListField({ name, input, value, draw }: RecordFieldProps<"list">) {
  const { errors } = useForm();
  const hasScripts = useScripts();
  const rows = useRows<unknown>(Array.isArray(value) ? value : []);
  const shown = hasScripts ? rows.items : [...rows.items, { key: "spare", value: {} }];
  return (
    <fieldset className="list-field" id={`f-${name}`} tabIndex={-1}>
      <legend>
        {input.label} <span className="n num">{rows.items.length || ""}</span>
      </legend>
      {errors[name] && <p className="err">{errors[name]}</p>}
      {input.hint && <p className="hint">{input.hint}</p>}
      <ol ref={rows.list}>
        {shown.map((row, at) => (
          <li key={row.key} {...rows.dropTarget(at)}>
            <RowTools name={name} at={at} what={`${input.label}, row ${at + 1}`} rows={rows} />
            <div className="row-fields">
              {Object.entries(input.item).map(([part, partInput]) =>
                draw({
                  name: `${name}.${at}.${part}`,
                  input: partInput,
                  value: Reflect.get(Object(row.value), part),
                }),
              )}
            </div>
          </li>
        ))}
      </ol>
      <button
        className="btn q sm"
        type="submit"
        name="row"
        value={`${name} add`}
        disabled={rows.items.length >= input.max}
        onClick={(event) => {
          event.preventDefault();
          rows.add({});
        }}
      >
        <Plus className="i" aria-hidden /> Add row
      </button>
    </fieldset>
  );
}
