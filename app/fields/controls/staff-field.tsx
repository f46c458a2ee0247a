import { useForm } from "../form-context.ts";
import type { StaffInput } from "../types/staff.ts";
import { blocksOfIds, type FieldControl, type FieldProps, readIds } from "./control.ts";
import { idsOf, useLabel } from "./parts/use-label.ts";
import { TickBoxes } from "./ticks-field.tsx";

export const staffControl: FieldControl<StaffInput> = {
  Control: StaffField,
  read: readIds,
  blocks: blocksOfIds,
};

function StaffField({ name, input, value }: FieldProps<StaffInput>) {
  const options = useForm().choices.staff.map((person) => ({ value: person.id, label: person.name }));
  return <TickBoxes {...useLabel(name, input)} options={options} ticked={idsOf(value)} />;
}
