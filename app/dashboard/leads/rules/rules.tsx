import { Form, Link } from "react-router";
import { write } from "#app/database/database.ts";
import { saveLeadSettings } from "#app/leads/settings/keep-lead-settings.ts";
import { act } from "../../parts/act.ts";
import { refusalIn } from "../../parts/answer.ts";
import { Screen } from "../../parts/screen.tsx";
import { openScreen } from "../../parts/staff.ts";
import type { Route } from "./+types/rules.ts";
import { NoticeRules } from "./notice-rules.tsx";
import { OtherRules } from "./other-rules.tsx";
import { readRules } from "./read-rules.ts";
import { takeRules } from "./take-rules.ts";

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
