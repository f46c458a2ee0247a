import { LabelledField } from "#app/ui/field.tsx";
import type { TimeZoneInput } from "../types/time-zone.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText } from "./control.ts";
import { textOf, useLabel } from "./parts/use-label.ts";

export const timeZoneControl: FieldControl<TimeZoneInput> = {
  Control: TimeZoneField,
  read: readText,
  blocks: blocksOfLines,
};

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
