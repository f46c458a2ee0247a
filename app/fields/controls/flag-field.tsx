import { block } from "../differences/text-block.ts";
import { useForm } from "../form-context.ts";
import type { FlagInput } from "../types/flag.ts";
import type { FieldControl, FieldProps } from "./control.ts";

export const flagControl: FieldControl<FlagInput> = {
  Control: FlagField,
  // A box that is not ticked is not sent.
  read: (sent, name) => sent.has(name),
  blocks: (value) => [block("", value === true ? "Yes" : "No")],
};

function FlagField({ name, input, value }: FieldProps<FlagInput>) {
  const { label } = input;
  const { layout } = useForm();
  return (
    <div className={layout === "grid" ? "field full-row" : "field"}>
      <label className="check" htmlFor={`f-${name}`}>
        <input id={`f-${name}`} type="checkbox" name={name} defaultChecked={value === true} /> {label}
      </label>
      {input.hint && <p className="hint">{input.hint}</p>}
    </div>
  );
}
