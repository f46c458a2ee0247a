import type { DraftRecord } from "#app/company/form-field.ts";
import { Field } from "#app/ui/field.tsx";
import { OrderField } from "./order-field.tsx";
import { RowsField } from "./rows-field.tsx";
import { type SettingFieldProps, useForm } from "./setting-context.ts";
import { SettingInput } from "./setting-input.tsx";

/** One setting, by what it is. */
export function SettingField({ field, path, value }: SettingFieldProps) {
  const { errors } = useForm();
  const { input, label, hint } = field;
  if (input.type === "group") return <GroupField field={field} path={path} value={value} />;
  if (input.type === "list")
    return <RowsField field={field} input={input} path={path} value={value} Part={SettingField} />;
  if (input.type === "order") return <OrderField field={field} input={input} path={path} value={value} />;
  if (input.type === "flag")
    return (
      <div className="f w">
        <label className="check">
          <input type="checkbox" name={path} defaultChecked={value === true} />
          {label}
        </label>
        {hint && <p className="hint">{hint}</p>}
      </div>
    );
  const isWide = input.type === "text" || input.type === "richText" || input.type === "lines";
  return (
    <Field label={label} name={path} hint={hint} error={errors[path]} isWide={isWide}>
      {(control) => <SettingInput input={input} control={control} value={String(value ?? "")} />}
    </Field>
  );
}

/** Settings that belong together; the fields of one record. */
function GroupField({ field, path, value }: SettingFieldProps) {
  if (field.input.type !== "group") return null;
  const record = Object(value) as DraftRecord; // a group is drawn from a record
  return (
    <fieldset>
      <legend>{field.label}</legend>
      <div className="form">
        {field.input.fields.map((part) => (
          <SettingField
            key={part.name}
            field={part}
            path={`${path}.${part.name}`}
            value={record[part.name]}
          />
        ))}
      </div>
    </fieldset>
  );
}
