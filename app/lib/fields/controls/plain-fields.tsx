import { LabelledField } from "#app/lib/ui/field.tsx";
import { block } from "../differences/text-blocks.ts";
import { useForm } from "../form-context.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText, textOf, useLabel } from "./control.ts";
import { LengthCounter } from "./parts/length-counter.tsx";

/** Behaviour shared by the native text inputs. */
const typed = { read: readText, blocks: blocksOfLines };

export const inputControl: FieldControl<"input"> = { ...typed, Control: InputField };
export const textareaControl: FieldControl<"textarea"> = { ...typed, Control: TextareaField };
export const selectControl: FieldControl<"select"> = { ...typed, Control: SelectField };
export const lineControl: FieldControl<"line"> = { ...typed, Control: LineField };
export const textControl: FieldControl<"text"> = { ...typed, Control: TextField };
export const numberControl: FieldControl<"number"> = {
  Control: NumberField,
  read: readText,
  blocks: (value) => blocksOfLines(typeof value === "number" ? String(value) : value),
};
export const checkboxControl: FieldControl<"checkbox"> = {
  Control: CheckboxField,
  // Browsers do not submit an unticked checkbox.
  read: (sent, name) => sent.has(name),
  blocks: (value) => [block("", value === true ? "Yes" : "No")],
};

/** Single-line input of a given type. */
function InputField({ name, input, value }: FieldProps<"input">) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <input className="input" {...input.attributes} {...control} defaultValue={textOf(value)} />
      )}
    </LabelledField>
  );
}

/** Multi-line input of a given type. */
function TextareaField({ name, input, value }: FieldProps<"textarea">) {
  const text = Array.isArray(value) ? value.join("\n") : textOf(value);
  return (
    <LabelledField {...useLabel(name, input)} isWide>
      {(control) => <textarea className="input" {...input.attributes} {...control} defaultValue={text} />}
    </LabelledField>
  );
}

function SelectField({ name, input, value }: FieldProps<"select">) {
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

function LineField({ name, input, value }: FieldProps<"line">) {
  const { layout } = useForm();
  return (
    <LabelledField {...useLabel(name, input)} isOptional={false}>
      {(control) => (
        <>
          <input
            className="input"
            {...control}
            defaultValue={textOf(value)}
            required={input.isRequired}
            {...(layout === "grid" ? { maxLength: input.max, dir: "auto" } : {})}
          />
          {layout === "column" && <LengthCounter for={control.id} max={input.max} />}
        </>
      )}
    </LabelledField>
  );
}

function TextField({ name, input, value }: FieldProps<"text">) {
  const { layout } = useForm();
  return (
    <LabelledField {...useLabel(name, input)} isWide={layout === "grid"}>
      {(control) => (
        <>
          <textarea
            className="input"
            rows={3}
            {...control}
            defaultValue={textOf(value)}
            {...(layout === "grid" ? { maxLength: input.max, dir: "auto" } : {})}
          />
          {layout === "column" && <LengthCounter for={control.id} max={input.max} />}
        </>
      )}
    </LabelledField>
  );
}

function NumberField({ name, input, value }: FieldProps<"number">) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => (
        <input
          className="input num"
          {...control}
          defaultValue={typeof value === "number" ? String(value) : textOf(value)}
          inputMode={input.isWhole ? "numeric" : "decimal"}
        />
      )}
    </LabelledField>
  );
}

function CheckboxField({ name, input, value }: FieldProps<"checkbox">) {
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
