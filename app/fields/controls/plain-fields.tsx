import { LabelledField } from "#app/ui/field.tsx";
import { useForm } from "../form-context.ts";
import type { FieldProps, Input } from "./field-props.ts";
import { LengthCounter } from "./length-counter.tsx";

export function LineField({ name, input, value }: FieldProps<"line">) {
  return (
    <LabelledField {...useLabel(name, input)} isOptional={false}>
      {(control) => (
        <>
          <input className="in" {...control} defaultValue={textOf(value)} required={input.isRequired} />
          <LengthCounter for={control.id} max={input.max} />
        </>
      )}
    </LabelledField>
  );
}

export function TextField({ name, input, value }: FieldProps<"text">) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <>
          <textarea className="in" rows={3} {...control} defaultValue={textOf(value)} />
          <LengthCounter for={control.id} max={input.max} />
        </>
      )}
    </LabelledField>
  );
}

export function UrlField({ name, input, value }: FieldProps<"url">) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <input
          className="in"
          inputMode="url"
          placeholder="https://"
          spellCheck={false}
          {...control}
          defaultValue={textOf(value)}
        />
      )}
    </LabelledField>
  );
}

export function DateField({ name, input, value }: FieldProps<"date">) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => <input className="in" type="date" {...control} defaultValue={textOf(value)} />}
    </LabelledField>
  );
}

export function ChoiceField({ name, input, value }: FieldProps<"choice">) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <select className="in" {...control} defaultValue={textOf(value)}>
          {input.options.map((option) => (
            <option key={option} value={option}>
              {option.slice(0, 1).toUpperCase() + option.slice(1)}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}

export function FlagField({ name, input, value }: FieldProps<"flag">) {
  const { label } = input;
  return (
    <div className="f">
      <label className="check" htmlFor={`f-${name}`}>
        <input id={`f-${name}`} type="checkbox" name={name} defaultChecked={value === true} /> {label}
      </label>
      {input.hint && <p className="hint">{input.hint}</p>}
    </div>
  );
}

/** What every field's label stands on. */
export function useLabel(name: string, { label, hint }: Input) {
  const { errors } = useForm();
  return { name, label, error: errors[name], ...(hint ? { hint } : {}) };
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
