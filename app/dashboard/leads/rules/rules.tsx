import { Form, Link } from "react-router";
import { act, type Sent } from "#app/dashboard/parts/act.ts";
import { refusalIn } from "#app/dashboard/parts/answer.ts";
import { Screen } from "#app/dashboard/parts/screen.tsx";
import { openScreen } from "#app/dashboard/parts/staff.ts";
import { write } from "#app/database/database.ts";
import { saveLeadSettings } from "#app/leads/settings/keep-lead-settings.ts";
import type { LeadSettings } from "#app/leads/settings/lead-settings.ts";
import type { Route } from "./+types/rules.ts";
import { NoticeRules } from "./notice-rules.tsx";
import { OtherRules } from "./other-rules.tsx";
import { readRules } from "./read-rules.ts";

/** Editors and admins may read them. */
export async function loader(args: Route.LoaderArgs) {
  return readRules(await openScreen(args));
}

/** Admins. */
export function action(args: Route.ActionArgs) {
  return act(args, "admin", {
    async save(sent, { db, deed }) {
      const basedOn = Number(sent.text("version"));
      await write(db, (tx) => saveLeadSettings(tx, takeRules(sent), { ...deed, basedOn }));
      return { done: "Settings saved" };
    },
  });
}

export default function Rules({ loaderData: page, actionData: answer }: Route.ComponentProps) {
  const errors = refusalIn(answer)?.refusal.fields ?? {};
  return (
    <Screen
      title="Inbox settings"
      crumbs={[{ name: "Inbox", path: "/dashboard/usercontactdata" }]}
      answer={answer}
      actions={
        <Link className="btn q" to="/dashboard/usercontactdata/texts">
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
function takeRules({ text, all, isTicked }: Sent): Record<keyof LeadSettings, unknown> {
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
