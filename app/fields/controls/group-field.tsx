import { useForm } from "../form-context.ts";
import type { GroupInput } from "../types/group.ts";
import type { FieldControl, FieldProps } from "./control.ts";
import { blocksOfRecord, insideRecord, readRecord, recordWithoutBlanks } from "./parts/records.ts";

export const groupControl: FieldControl<GroupInput> = {
  Control: GroupField,
  read: (_, name, { item }, readPart) => readRecord(item, `${name}.`, readPart),
  blocks: (value, _, { item }, blocksOf) => blocksOfRecord(item, value, blocksOf),
  withoutBlanks: (value, { item }, withoutBlanks) => recordWithoutBlanks(item, value, withoutBlanks),
  inside: (name, value, { item, label }) => insideRecord(item, value, name, label),
  isFrame: true,
};

/** A fixed record: its fields side by side under one name. */
function GroupField({ name, input, value, draw }: FieldProps<GroupInput>) {
  const { layout } = useForm();
  const parts = Object.entries(input.item).map(([part, partInput]) =>
    draw({ name: `${name}.${part}`, input: partInput, value: Reflect.get(Object(value), part) }),
  );
  return (
    <fieldset className={layout === "grid" ? undefined : "parts"}>
      <legend>{input.label}</legend>
      {layout === "grid" ? <div className="form">{parts}</div> : parts}
    </fieldset>
  );
}
