import { FieldGroup } from "#app/ui/field-group.tsx";
import { block } from "../differences/text-blocks.ts";
import { useForm } from "../form-context.ts";
import { textsOf } from "../texts-of.ts";
import type { StaffInput, TicksInput } from "../types/ticks.ts";
import { blocksOfIds, type FieldControl, type FieldProps, idsOf, readIds, useLabel } from "./control.ts";

export const ticksControl: FieldControl<TicksInput> = {
  Control: TicksField,
  // Boxes that are not ticked are not sent.
  read: readIds,
  blocks: (value, _, { options }) =>
    textsOf(value).map((one) => block("", options?.find((option) => option.value === one)?.label ?? one)),
};

function TicksField({ name, input, value }: FieldProps<TicksInput>) {
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

/** A box for each of some names, under one label. */
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

export const staffControl: FieldControl<StaffInput> = {
  Control: StaffField,
  read: readIds,
  blocks: blocksOfIds,
};

function StaffField({ name, input, value }: FieldProps<StaffInput>) {
  const options = useForm().choices.staff.map((person) => ({ value: person.id, label: person.name }));
  return <TickBoxes {...useLabel(name, input)} options={options} ticked={idsOf(value)} />;
}
