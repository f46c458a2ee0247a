import { LabelledField } from "#app/lib/ui/field.tsx";
import { FieldGroup } from "#app/lib/ui/field-group.tsx";
import { block } from "../differences/text-blocks.ts";
import { useForm } from "../form-context.ts";
import type { OpeningHours } from "../types/opening-hours.ts";
import { TickBoxes } from "./checkboxes-field.tsx";
import { type FieldControl, type FieldProps, readIds, readText } from "./control.ts";

export const openingHoursControl: FieldControl<"openingHours"> = {
  Control: OpeningHoursField,
  read: (sent, name) =>
    sent.has(`${name}.isOn`)
      ? {
          days: readIds(sent, `${name}.days`).map(Number),
          from: readText(sent, `${name}.from`),
          to: readText(sent, `${name}.to`),
        }
      : null,
  blocks(value) {
    if (!isHours(value)) return [];
    const days = weekdays.filter((_, at) => value.days.includes(at + 1));
    return [block("", `${days.join(", ")}: ${value.from} to ${value.to}`)];
  },
};

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const usual: OpeningHours = { days: [1, 2, 3, 4, 5], from: "09:00", to: "18:00" };

/** Choice between always open and weekly opening hours. */
function OpeningHoursField({ name, input, value }: FieldProps<"openingHours">) {
  const { errors } = useForm();
  const { days, from, to } = isHours(value) ? value : usual;
  return (
    <FieldGroup
      id={`f-${name}`}
      className="field full-row opening-hours"
      label={input.label}
      error={errors[name]}
      hint={input.hint}
    >
      <label className="check" htmlFor={`f-${name}.isOn`}>
        <input id={`f-${name}.isOn`} type="checkbox" name={`${name}.isOn`} defaultChecked={isHours(value)} />
        Count these hours only
      </label>
      <TickBoxes
        name={`${name}.days`}
        label="Days"
        error={errors[`${name}.days`]}
        options={weekdays.map((label, at) => ({ value: String(at + 1), label }))}
        ticked={days.map(String)}
      />
      <div className="times">
        {[
          { part: "from", label: "From", time: from },
          { part: "to", label: "To", time: to },
        ].map(({ part, label, time }) => (
          <LabelledField key={part} name={`${name}.${part}`} label={label} error={errors[`${name}.${part}`]}>
            {(control) => <input className="input short" type="time" {...control} defaultValue={time} />}
          </LabelledField>
        ))}
      </div>
    </FieldGroup>
  );
}

function isHours(value: unknown): value is OpeningHours {
  return Array.isArray(Reflect.get(Object(value), "days"));
}
