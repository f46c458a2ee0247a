import { Form } from "react-router";
import { Field } from "#app/ui/field.tsx";
import { act } from "../parts/act.ts";
import { refusalIn } from "../parts/answer.ts";
import { confirmed } from "../parts/confirmed.ts";
import { leadOn } from "../parts/lead-on.ts";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/invite.ts";
import { RoleChoice } from "./role-choice.tsx";

/** Admins. */
export async function loader(args: Route.LoaderArgs) {
  await openScreen(args, "admin");
  return {};
}

/** Admins. */
export function action(args: Route.ActionArgs) {
  return act(args, "admin", {
    invite: (sent, staff) => {
      const input = { name: sent.text("name"), email: sent.text("email"), role: sent.text("role") };
      return confirmed(staff, async (asking) => {
        // What was typed is checked field by field where it is taken in.
        await staff.accounts.staff.invite(asking, input as never);
        return leadOn("/dashboard/user?view=invited", {
          done: `An invitation is on its way to ${input.email}. Its link is good once and for 7 days.`,
        });
      });
    },
  });
}

export default function Invite({ actionData }: Route.ComponentProps) {
  const refused = refusalIn(actionData);
  const typed = refused?.typed ?? {};
  const errors = refused?.refusal.fields ?? {};
  return (
    <Screen
      title="Invite somebody"
      crumbs={[{ name: "People", path: "/dashboard/user" }]}
      answer={actionData}
    >
      <div className="pad">
        <Form method="post" className="form" noValidate>
          <input type="hidden" name="intent" value="invite" />
          <Field label="Name" name="name" error={errors.name}>
            {(control) => (
              <input className="in" {...control} defaultValue={typed.name} autoComplete="off" dir="auto" />
            )}
          </Field>
          <Field label="E-mail" name="email" error={errors.email}>
            {(control) => (
              <input className="in" type="email" {...control} defaultValue={typed.email} autoComplete="off" />
            )}
          </Field>
          <RoleChoice chosen={typed.role ?? "editor"} error={errors.role} />
          <div className="row">
            <button className="btn" type="submit">
              Send the invitation
            </button>
          </div>
          <p className="hint w">
            They get a link by mail, good once and for 7 days, and choose their own password on a page of
            their own.
          </p>
        </Form>
      </div>
    </Screen>
  );
}
