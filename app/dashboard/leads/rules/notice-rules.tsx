import { FieldError } from "#app/ui/field.tsx";
import type { RulesPage } from "./read-rules.ts";

interface RulesProps {
  page: RulesPage;
  /** What is wrong, by the name of the field. */
  errors: Record<string, string>;
}

const events = {
  message: "New message",
  call: "New call request",
  subscriber: "New subscriber",
  "dead-mail": "Failed e-mail",
} as const;

const paces = {
  "at-once": "Immediately",
  hourly: "Hourly summary",
  daily: "Daily summary at 8:00",
  never: "Never",
} as const;

/** Who is notified of what. */
export function NoticeRules({ page, errors }: RulesProps) {
  return (
    <section className="rule-group" aria-labelledby="rules-notices">
      <h2 id="rules-notices">Notifications</h2>
      <p className="mute">
        If nobody is selected, the notification goes to {page.companyEmail || "every admin"}.
      </p>
      <div className="notice-rules">
        {(Object.keys(events) as (keyof typeof events)[]).map((event) => (
          <Notice key={event} event={event} page={page} error={errorOf(errors, `notices.${event}.`)} />
        ))}
      </div>
    </section>
  );
}

function Notice({
  event,
  page,
  error,
}: {
  event: keyof typeof events;
  page: RulesPage;
  error: string | undefined;
}) {
  const { people, addresses, pace } = page.settings.notices[event];
  const id = (name: string) => `f-notices.${event}.${name}`;
  return (
    <fieldset>
      <legend>{events[event]}</legend>
      {page.staff.map((person) => (
        <label className="check" key={person.id}>
          <input
            type="checkbox"
            name={`${event}.people`}
            value={person.id}
            defaultChecked={people.includes(person.id)}
          />
          {person.name}
        </label>
      ))}
      <div className={error ? "field bad" : "field"}>
        <label htmlFor={id("addresses")}>Other addresses</label>
        <textarea
          className="input"
          id={id("addresses")}
          name={`${event}.addresses`}
          rows={2}
          defaultValue={addresses.join("\n")}
          aria-describedby={error ? `${id("addresses")}-error` : undefined}
          aria-invalid={error ? true : undefined}
        />
        {error && <FieldError id={`${id("addresses")}-error`} text={error} />}
      </div>
      <div className="field">
        <label htmlFor={id("pace")}>Frequency</label>
        <select className="input" id={id("pace")} name={`${event}.pace`} defaultValue={pace}>
          {Object.entries(paces).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </fieldset>
  );
}

/** The first of what is wrong below a name. */
export function errorOf(errors: Record<string, string>, prefix: string): string | undefined {
  return Object.entries(errors).find(([name]) => name.startsWith(prefix))?.[1];
}
