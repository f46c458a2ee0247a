import { LabelledField } from "#app/ui/field.tsx";
import type { ChoiceInput } from "../types/choice.ts";
import type { TimeZoneInput } from "../types/time-zone.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { textOf, useLabel } from "./parts/use-label.ts";

export const choiceControl: FieldControl<ChoiceInput> = {
  Control: ChoiceField,
  read: readText,
  blocks: blocksOfLines,
};

export const timeZoneControl: FieldControl<TimeZoneInput> = {
  Control: TimeZoneField,
  read: readText,
  blocks: blocksOfLines,
};

function ChoiceField({ name, input, value }: FieldProps<ChoiceInput>) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <select className="input" {...control} defaultValue={textOf(value)}>
          {input.options.map((option) => (
            <option key={option} value={option}>
              {input.labels?.[option] ?? option.slice(0, 1).toUpperCase() + option.slice(1)}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}

function TimeZoneField({ name, input, value }: FieldProps<TimeZoneInput>) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <select className="input" {...control} defaultValue={textOf(value)}>
          <option value="">UTC</option>
          {input.zones.map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}
