import type { RecordFieldProps } from "./field-props.ts";

/** A fixed record: its fields side by side under one name. */
export function GroupField({ name, input, value, draw }: RecordFieldProps<"group">) {
  return (
    <fieldset className="parts">
      <legend>{input.label}</legend>
      {Object.entries(input.item).map(([part, partInput]) =>
        draw({ name: `${name}.${part}`, input: partInput, value: Reflect.get(Object(value), part) }),
      )}
    </fieldset>
  );
}
