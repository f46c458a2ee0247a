import type { ReactNode } from "react";
import { knownScripts, scriptNames } from "#app/leads/settings/scripts.ts";
import { FieldError } from "#app/ui/field.tsx";
import { errorOf } from "./notice-rules.tsx";
import type { RulesPage } from "./read-rules.ts";

interface RulesProps {
  page: RulesPage;
  errors: Record<string, string>;
}

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The receipt, how fast somebody should answer, what is kept how long, and what counts as spam. */
export function OtherRules({ page, errors }: RulesProps) {
  const { thanks, answer, retention, spam } = page.settings;
  const number = (name: string, label: string, value: number | null, hint: string) => (
    <Numbered name={name} label={label} value={value} hint={hint} error={errors[name]} />
  );
  return (
    <>
      <Group id="rules-thanks" title="Receipt to the sender">
        <label className="check">
          <input type="checkbox" name="thanks.isOn" defaultChecked={thanks.isOn} /> Mail everybody the number
          of what they sent
        </label>
        <div className="f">
          <label htmlFor="f-thanks.text">
            In these words <i>(optional)</i>
          </label>
          <textarea
            className="in"
            id="f-thanks.text"
            name="thanks.text"
            rows={3}
            maxLength={500}
            defaultValue={thanks.text}
          />
          <p className="hint">
            Nothing of what was sent goes with it, since anybody can type anybody’s address.
          </p>
        </div>
      </Group>
      <Group id="rules-answer" title="First answer">
        {number(
          "answer.withinHours",
          "Hours within which somebody should answer",
          answer.withinHours,
          "Empty for no reminder.",
        )}
        <label className="check">
          <input type="checkbox" name="answer.hasHours" defaultChecked={answer.hours !== null} /> Only these
          hours count
        </label>
        <div className="row">
          {days.map((day, at) => (
            <label className="check" key={day}>
              <input
                type="checkbox"
                name="answer.days"
                value={at + 1}
                defaultChecked={answer.hours?.days.includes(at + 1) ?? at < 5}
              />
              {day}
            </label>
          ))}
        </div>
        <div className="row">
          <label htmlFor="f-answer.from">From</label>
          <input
            className="in short"
            id="f-answer.from"
            type="time"
            name="answer.from"
            defaultValue={answer.hours?.from ?? "09:00"}
          />
          <label htmlFor="f-answer.to">to</label>
          <input
            className="in short"
            id="f-answer.to"
            type="time"
            name="answer.to"
            defaultValue={answer.hours?.to ?? "18:00"}
          />
        </div>
        <Wrong text={errorOf(errors, "answer.hours")} id="f-answer.hours-error" />
      </Group>
      <Group id="rules-retention" title="What is deleted by itself">
        {number(
          "retention.closedMonths",
          "Months after closing",
          retention.closedMonths,
          "Everything personal, notes and answers go; that it was there stays to be counted. Empty keeps them for good.",
        )}
        {number("retention.spamDays", "Days in the spam folder", retention.spamDays, "")}
        {number(
          "retention.traceDays",
          "Days until network and browser of a sender are forgotten",
          retention.traceDays,
          "",
        )}
      </Group>
      <Group id="rules-spam" title="Spam">
        {number(
          "spam.mostLinks",
          "Links a message may hold",
          spam.mostLinks,
          "With more it goes to the spam folder, where you find it.",
        )}
        <fieldset>
          <legend>Letters your customers write in</legend>
          <div className="row">
            {knownScripts.map((script) => (
              <label className="check" key={script}>
                <input
                  type="checkbox"
                  name="spam.scripts"
                  value={script}
                  defaultChecked={spam.scripts.includes(script)}
                />
                {scriptNames[script]}
              </label>
            ))}
          </div>
          <p className="hint">
            What is mostly in other letters goes to the spam folder. Tick none to take all.
          </p>
        </fieldset>
        <p className="mute small">
          {page.hasPeopleCheck
            ? "Turnstile checks whether forms are sent by people."
            : "A check for people (Turnstile) can be set by TURNSTILE_SITE_KEY and TURNSTILE_SECRET."}
        </p>
      </Group>
    </>
  );
}

function Group({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="rule-group stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

interface NumberedProps {
  name: string;
  label: string;
  value: number | null;
  hint: string;
  error: string | undefined;
}

function Numbered({ name, label, value, hint, error }: NumberedProps) {
  const id = `f-${name}`;
  return (
    <div className={error ? "f bad" : "f"}>
      <label htmlFor={id}>{label}</label>
      <input
        className="in short"
        id={id}
        name={name}
        inputMode="numeric"
        defaultValue={value ?? ""}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      />
      <Wrong text={error} id={`${id}-error`} />
      {hint && <p className="hint">{hint}</p>}
    </div>
  );
}

function Wrong({ text, id }: { text: string | undefined; id: string }) {
  return text ? <FieldError id={id} text={text} /> : null;
}
