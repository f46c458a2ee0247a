import type { ReactNode } from "react";
import { Form } from "react-router";
import { FieldError, LabelledField } from "#app/ui/field.tsx";

interface WebhookFormProps {
  /** What stands in the fields: texts by their names, and "on" for what is ticked. */
  values: Record<string, string>;
  errors: Record<string, string>;
  events: readonly { type: string; words: string }[];
  intent: string;
  /** The button's, and what stands beside it. */
  submit: string;
  children?: ReactNode;
}

/** Where it goes and what of: a webhook, new or changed. */
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
            <b>Send names, e-mail addresses and phone numbers along</b>{" "}
            <small>Without it, a message holds only the reference.</small>
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
