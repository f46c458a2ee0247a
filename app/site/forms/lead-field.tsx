import type { FormField } from "#app/leads/forms.ts";
import { type ControlProps, Field } from "#app/ui/field.tsx";

/** How a field differs from the usual. */
export interface Look {
  label?: string;
  hint?: string;
  isWide?: boolean;
  /** To choose from, in place of writing; the first one stands for none. */
  choices?: { none: string; names: readonly string[] };
  /** Neither needed by itself nor free to leave out, such as one of two. */
  isOneOfSeveral?: boolean;
}

interface LeadFieldProps {
  field: FormField;
  look: Look | undefined;
  value: string;
  error: string | undefined;
}

export function LeadField({ field, look = {}, value, error }: LeadFieldProps) {
  const hint = look.hint ?? field.hint;
  return (
    <Field
      label={look.label ?? field.label}
      name={field.name}
      error={error}
      isOptional={!field.required && !look.isOneOfSeveral}
      isWide={look.isWide ?? field.input === "text"}
      {...(hint ? { hint } : {})}
    >
      {(control) => <Control field={field} look={look} value={value} control={control} />}
    </Field>
  );
}

type ControlOf = Pick<LeadFieldProps, "field" | "value"> & { look: Look; control: ControlProps };

/** No greatest length is set: a browser would cut what is pasted without a word, and the server says it in words. */
function Control({ field, look, value, control }: ControlOf) {
  const common = {
    ...control,
    className: "in",
    defaultValue: value,
    required: field.required,
    autoComplete: field.autocomplete,
  };
  if (look.choices) return <Choice {...look.choices} value={value} common={common} />;
  if (field.input === "text") return <textarea {...common} rows={6} dir="auto" />;
  if (field.input === "line") return <input {...common} type="text" dir="auto" />;
  const isEmail = field.input === "email";
  return <input {...common} type={isEmail ? "email" : "tel"} inputMode={isEmail ? "email" : "tel"} />;
}

interface ChoiceProps {
  none: string;
  names: readonly string[];
  value: string;
  common: ControlProps & { className: string };
}

function Choice({ none, names, value, common }: ChoiceProps) {
  const all = value === "" || names.includes(value) ? names : [value, ...names];
  return (
    <span className="pick">
      <select {...common}>
        <option value="">{none}</option>
        {all.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </span>
  );
}
