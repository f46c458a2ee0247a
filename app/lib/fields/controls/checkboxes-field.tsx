import { FieldGroup } from "#app/lib/ui/field-group.tsx";
import { block } from "../differences/text-blocks.ts";
import { useForm } from "../form-context.ts";
import { textsOf } from "../texts-of.ts";
import { blocksOfIds, type FieldControl, type FieldProps, idsOf, readIds, useLabel } from "./control.ts";

export const checkboxesControl: FieldControl<"checkboxes"> = {
  Control: CheckboxesField,
  // Browsers do not submit unticked checkboxes.
  read: readIds,
  blocks: (value, _, { options }) =>
    textsOf(value).map((one) => block("", options.find((option) => option.value === one)?.label ?? one)),
};

function CheckboxesField({ name, input, value }: FieldProps<"checkboxes">) {
  return <TickBoxes {...useLabel(name, input)} options={input.options} ticked={idsOf(value)} />;
}

interface TickBoxesProps {
  name: string;
  label: string;
  error: string | undefined;
  hint?: string;
  options: readonly { value: string; label: string }[];
  ticked: readonly string[];
}

/** Group of checkboxes with one label. */
export function TickBoxes({ name, label, error, hint, options, ticked }: TickBoxesProps) {
  return (
    <FieldGroup id={`f-${name}`} className="field full-row" label={label} error={error} hint={hint}>
      <div className="tick-boxes">
        {options.map((option) => (
          <label className="check" key={option.value}>
            <input
              type="checkbox"
              name={name}
              value={option.value}
              defaultChecked={ticked.includes(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

export const staffControl: FieldControl<"staff"> = {
  Control: StaffField,
  read: readIds,
  blocks: blocksOfIds,
};

function StaffField({ name, input, value }: FieldProps<"staff">) {
  const options = useForm().choices.staff.map((person) => ({ value: person.id, label: person.name }));
  return <TickBoxes {...useLabel(name, input)} options={options} ticked={idsOf(value)} />;
}
