import type { ReactNode } from "react";
import { Form } from "react-router";
import { FieldError, LabelledField } from "#app/lib/ui/field.tsx";

interface WebhookFormProps {
  /** Values of the fields by name; "on" for checked boxes. */
  values: Record<string, string>;
  errors: Record<string, string>;
  events: readonly { type: string; words: string }[];
  intent: string;
  /** Label of the submit button. */
  submit: string;
  children?: ReactNode;
}

/** Form for a new or an existing webhook: address and event types. */
export function WebhookForm({ values, errors, events, intent, submit, children }: WebhookFormProps) {
  return (
    <Form method="post" className="form" noValidate>
      <input type="hidden" name="intent" value={intent} />
      <LabelledField
        label="Payload URL"
        name="url"
        error={errors.url}
        hint="Events are POSTed here. Redirects are not followed."
        isWide
      >
        {(control) => (
          <input
            className="input"
            type="url"
            {...control}
            defaultValue={values.url}
            placeholder="https://"
            autoComplete="off"
            dir="ltr"
          />
        )}
      </LabelledField>
      <fieldset className="choice full-row" aria-describedby={errors.events ? "events-error" : undefined}>
        <legend>Events</legend>
        {events.map(({ type, words }) => (
          <label className="check" key={type}>
            <input type="checkbox" name={type} defaultChecked={values[type] !== undefined} />
            <span>
              <b>{words}</b> <small>{type}</small>
            </span>
          </label>
        ))}
        {errors.events && <FieldError id="events-error" text={errors.events} />}
      </fieldset>
      <fieldset className="choice full-row">
        <legend>Personal data</legend>
        <label className="check">
          <input type="checkbox" name="personal" defaultChecked={values.personal !== undefined} />
          <span>
            <b>Include names, e-mail addresses and phone numbers</b>{" "}
            <small>Without it, a message contains only the reference.</small>
          </span>
        </label>
      </fieldset>
      <div className="row full-row">
        <button className="btn" type="submit">
          {submit}
        </button>
        {children}
      </div>
    </Form>
  );
}
