import type { InputHTMLAttributes, TextareaHTMLAttributes } from "react";
import { LabelledField } from "#app/ui/field.tsx";
import { block } from "../differences/text-blocks.ts";
import { useForm } from "../form-context.ts";
import type { ChoiceInput } from "../types/choice.ts";
import type { DateInput, TimeInput, TimeZoneInput } from "../types/date-and-time.ts";
import type { EmailInput, EmailsInput } from "../types/email.ts";
import type { FlagInput } from "../types/flag.ts";
import type { NumberInput } from "../types/number.ts";
import type { PhoneInput } from "../types/phone.ts";
import type { LineInput, LinesInput, TextInput } from "../types/text.ts";
import type { LinkInput, UrlInput } from "../types/url.ts";
import { blocksOfLines, type FieldControl, type FieldProps, readText, textOf, useLabel } from "./control.ts";
import { LengthCounter } from "./parts/length-counter.tsx";

/** How what is typed into one box of the browser's own is read and compared. */
const typed = { read: readText, blocks: blocksOfLines };

export const lineControl: FieldControl<LineInput> = { ...typed, Control: LineField };
export const textControl: FieldControl<TextInput> = { ...typed, Control: TextField };
export const linesControl: FieldControl<LinesInput> = { ...typed, Control: LinesField };
export const emailsControl: FieldControl<EmailsInput> = { ...typed, Control: EmailsField };
export const emailControl: FieldControl<EmailInput> = {
  ...typed,
  Control: (props) => (
    <PlainInput {...props} attributes={{ type: "email", inputMode: "email", dir: "ltr" }} />
  ),
};
export const phoneControl: FieldControl<PhoneInput> = {
  ...typed,
  Control: (props) => <PlainInput {...props} attributes={{ type: "tel", inputMode: "tel", dir: "ltr" }} />,
};
export const urlControl: FieldControl<UrlInput> = {
  ...typed,
  Control: (props) => (
    <PlainInput {...props} attributes={{ inputMode: "url", placeholder: "https://", spellCheck: false }} />
  ),
};
/** Paths of this site are no addresses to a browser's own check. */
export const linkControl: FieldControl<LinkInput> = {
  ...typed,
  Control: (props) => <PlainInput {...props} attributes={{ inputMode: "url", dir: "ltr" }} />,
};
export const dateControl: FieldControl<DateInput> = {
  ...typed,
  Control: (props) => <PlainInput {...props} attributes={{ type: "date" }} />,
};
export const timeControl: FieldControl<TimeInput> = {
  ...typed,
  Control: (props) => <PlainInput {...props} attributes={{ type: "time" }} />,
};
export const numberControl: FieldControl<NumberInput> = {
  Control: NumberField,
  read: readText,
  blocks: (value) => blocksOfLines(typeof value === "number" ? String(value) : value),
};

function LineField({ name, input, value }: FieldProps<LineInput>) {
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

function TextField({ name, input, value }: FieldProps<TextInput>) {
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

function LinesField(props: FieldProps<LinesInput>) {
  const { input, value } = props;
  const text = Array.isArray(value) ? value.join("\n") : value;
  return <PlainTextarea {...props} value={text} attributes={{ dir: "auto", rows: input.max }} />;
}

/** One address a line; commas part them as well. */
function EmailsField(props: FieldProps<EmailsInput>) {
  return <PlainTextarea {...props} attributes={{ dir: "ltr", inputMode: "email", rows: 2 }} />;
}

function NumberField({ name, input, value }: FieldProps<NumberInput>) {
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

interface PlainInputProps extends FieldProps {
  /** What a browser is told of the text, such as the keyboard it takes. */
  attributes: InputHTMLAttributes<HTMLInputElement>;
}

/** One line of text of a certain sort. */
function PlainInput({ name, input, value, attributes }: PlainInputProps) {
  return (
    <LabelledField {...useLabel(name, input)}>
      {(control) => <input className="input" {...attributes} {...control} defaultValue={textOf(value)} />}
    </LabelledField>
  );
}

interface PlainTextareaProps extends FieldProps {
  attributes: TextareaHTMLAttributes<HTMLTextAreaElement>;
}

/** Several lines of text of a certain sort. */
function PlainTextarea({ name, input, value, attributes }: PlainTextareaProps) {
  return (
    <LabelledField {...useLabel(name, input)} isWide>
      {(control) => <textarea className="input" {...attributes} {...control} defaultValue={textOf(value)} />}
    </LabelledField>
  );
}

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

export const flagControl: FieldControl<FlagInput> = {
  Control: FlagField,
  // A box that is not ticked is not sent.
  read: (sent, name) => sent.has(name),
  blocks: (value) => [block("", value === true ? "Yes" : "No")],
};

function FlagField({ name, input, value }: FieldProps<FlagInput>) {
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
