import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { errorIn } from "#app/dashboard/parts/action-result.ts";
import { type FormInput, handleAction } from "#app/dashboard/parts/handle-action.ts";
import { requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { Screen } from "#app/dashboard/parts/screen.tsx";
import { write } from "#app/database/database.ts";
import type { LeadSettings } from "#app/leads/settings/lead-settings.ts";
import { knownScripts, scriptNames } from "#app/leads/settings/scripts.ts";
import { saveLeadSettings } from "#app/leads/settings/store-lead-settings.ts";
import { FieldError } from "#app/ui/field.tsx";
import type { Route } from "./+types/rules.ts";
import { errorOf, NoticeRules } from "./notice-rules.tsx";
import { type RulesPage, readRules } from "./read-rules.ts";

export async function loader(args: Route.LoaderArgs) {
  return readRules(await requireScreen(args));
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, {
    async save(sent, { db, actionContext }) {
      const basedOn = Number(sent.text("version"));
      await write(db, (tx) => saveLeadSettings(tx, takeRules(sent), { ...actionContext, basedOn }));
      return { done: "Settings saved" };
    },
  });
}

export default function Rules({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const errors = errorIn(answer)?.refusal.fields ?? {};
  return (
    <Screen
      title="Inbox settings"
      crumbs={[{ name: "Inbox", path: "/dashboard/usercontactdata" }]}
      answer={answer}
      actions={
        <Link className="btn quiet" to="/dashboard/usercontactdata/texts">
          Saved replies
        </Link>
      }
    >
      <Form method="post" className="pad rules-form" key={page.version}>
        {!page.isAdmin && <p className="note">You can view these settings. Only admins can change them.</p>}
        <fieldset disabled={!page.isAdmin} className="stack">
          <input type="hidden" name="version" value={page.version} />
          <NoticeRules page={page} errors={errors} />
          <OtherRules page={page} errors={errors} />
          {page.isAdmin && (
            <p>
              <button className="btn" type="submit" name="intent" value="save">
                Save
              </button>
            </p>
          )}
        </fieldset>
      </Form>
    </Screen>
  );
}

const events = ["message", "call", "subscriber", "dead-mail"] as const;

/** The rules as a form sends them, for the schema to judge. */
function takeRules({ text, all, isTicked }: FormInput): Record<keyof LeadSettings, unknown> {
  const wholeNumber = (name: string) =>
    /^\d{1,6}$/.test(text(name).trim()) ? Number(text(name)) : Number.NaN;
  const orNone = (name: string) => (text(name).trim() === "" ? null : wholeNumber(name));
  const notice = (event: string) => ({
    people: all(`${event}.people`),
    addresses: text(`${event}.addresses`)
      .split(/[\s,;]+/)
      .filter(Boolean),
    pace: text(`${event}.pace`),
  });
  return {
    notices: Object.fromEntries(events.map((event) => [event, notice(event)])),
    thanks: { isOn: isTicked("thanks.isOn"), text: text("thanks.text") },
    answer: {
      withinHours: orNone("answer.withinHours"),
      hours: isTicked("answer.hasHours")
        ? { days: all("answer.days").map(Number), from: text("answer.from"), to: text("answer.to") }
        : null,
    },
    retention: {
      closedMonths: orNone("retention.closedMonths"),
      spamDays: wholeNumber("retention.spamDays"),
      traceDays: wholeNumber("retention.traceDays"),
    },
    spam: { mostLinks: wholeNumber("spam.mostLinks"), scripts: all("spam.scripts") },
  };
}

interface RulesProps {
  page: RulesPage;
  errors: Record<string, string>;
}

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** The receipt, how fast somebody should answer, what is kept how long, and what counts as spam. */
function OtherRules({ page, errors }: RulesProps) {
  const { thanks, answer, retention, spam } = page.settings;
  const number = (name: string, label: string, value: number | null, hint: string) => (
    <Numbered name={name} label={label} value={value} hint={hint} error={errors[name]} />
  );
  return (
    <>
      <Group id="rules-thanks" title="Receipt to the sender">
        <label className="check">
          <input type="checkbox" name="thanks.isOn" defaultChecked={thanks.isOn} /> E-mail a receipt with the
          reference number
        </label>
        <div className="field">
          <label htmlFor="f-thanks.text">
            Text <i>(optional)</i>
          </label>
          <textarea
            className="input"
            id="f-thanks.text"
            name="thanks.text"
            rows={3}
            maxLength={500}
            defaultValue={thanks.text}
          />
          <p className="hint">
            The receipt does not repeat the message, because anybody can enter anybody’s address.
          </p>
        </div>
      </Group>
      <Group id="rules-answer" title="First response">
        {number(
          "answer.withinHours",
          "Respond within (hours)",
          answer.withinHours,
          "Leave empty for no reminder.",
        )}
        <label className="check">
          <input type="checkbox" name="answer.hasHours" defaultChecked={answer.hours !== null} /> Count these
          business hours only
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
            className="input short"
            id="f-answer.from"
            type="time"
            name="answer.from"
            defaultValue={answer.hours?.from ?? "09:00"}
          />
          <label htmlFor="f-answer.to">to</label>
          <input
            className="input short"
            id="f-answer.to"
            type="time"
            name="answer.to"
            defaultValue={answer.hours?.to ?? "18:00"}
          />
        </div>
        <Wrong text={errorOf(errors, "answer.hours")} id="f-answer.hours-error" />
      </Group>
      <Group id="rules-retention" title="Automatic deletion">
        {number(
          "retention.closedMonths",
          "Closed for (months)",
          retention.closedMonths,
          "Personal data, notes and replies are deleted; statistics stay. Leave empty to keep everything.",
        )}
        {number("retention.spamDays", "In spam for (days)", retention.spamDays, "")}
        {number("retention.traceDays", "Network and browser of the sender (days)", retention.traceDays, "")}
      </Group>
      <Group id="rules-spam" title="Spam">
        {number(
          "spam.mostLinks",
          "Maximum links in a message",
          spam.mostLinks,
          "Messages with more links go to the spam folder.",
        )}
        <fieldset>
          <legend>Scripts your customers write in</legend>
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
            Messages written mostly in other scripts go to the spam folder. Select none to accept all.
          </p>
        </fieldset>
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
    <div className={error ? "field bad" : "field"}>
      <label htmlFor={id}>{label}</label>
      <input
        className="input short"
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
