import { Form } from "react-router";
import { invite } from "#app/domain/accounts/staff/invitations.ts";
import { takeTypedForm } from "#app/domain/routing/stale-form.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { errorIn } from "../parts/action-result.ts";
import { handleAction, redirectWithFlash } from "../parts/handle-action.ts";
import { requireScreen, staffRequestOf } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/invite.ts";
import { InvitationLink, type UnsentInvitation, unsentInvitationIn } from "./invitation-link.tsx";
import { RoleChoice } from "./role-form.tsx";

export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  return { kept: await takeTypedForm(staff, args.request), isSending: staff.mail.isSending };
}

export function action(args: Route.ActionArgs) {
  return handleAction<Partial<UnsentInvitation>>(args, {
    async invite(sent, staff) {
      const input = { name: sent.text("name"), email: sent.text("email"), role: sent.text("role") };
      // `invite` validates the fields.
      const { link } = await invite(staff.accounts, staffRequestOf(staff), input as never);
      if (!staff.mail.isSending) return { done: "", link, email: input.email };
      return redirectWithFlash("/dashboard/user?view=invited", {
        done: `Invitation sent to ${input.email}. The link is valid for 7 days.`,
      });
    },
  });
}

export default function Invite({ loaderData: { kept, isSending }, actionData }: Route.ComponentProps) {
  const refused = errorIn(actionData);
  const typed = refused?.typed ?? kept ?? {};
  const errors = refused?.refusal.fields ?? {};
  const invitation = unsentInvitationIn(actionData);
  return (
    <Screen
      title="Invite a person"
      crumbs={[{ name: "People", path: "/dashboard/user" }]}
      answer={actionData}
    >
      <div className="pad stack">
        {invitation && <InvitationLink invitation={invitation} />}
        {kept && !actionData && (
          <p className="note" role="status">
            Your password is confirmed. Press the button to send the invitation.
          </p>
        )}
        <Form method="post" className="form" noValidate key={invitation?.link}>
          <input type="hidden" name="intent" value="invite" />
          <LabelledField label="Name" name="name" error={errors.name}>
            {(control) => (
              <input className="input" {...control} defaultValue={typed.name} autoComplete="off" dir="auto" />
            )}
          </LabelledField>
          <LabelledField label="E-mail" name="email" error={errors.email}>
            {(control) => (
              <input
                className="input"
                type="email"
                {...control}
                defaultValue={typed.email}
                autoComplete="off"
              />
            )}
          </LabelledField>
          <RoleChoice chosen={typed.role ?? "editor"} error={errors.role} />
          <div className="row">
            <button className="btn" type="submit">
              Send invitation
            </button>
          </div>
          <p className="hint full-row">
            {isSending
              ? "They get a link by e-mail, valid for 7 days and for one use, and choose their own password."
              : "No mail server is set: you get a link to send them yourself, valid for 7 days and for one use. They choose their own password."}
          </p>
        </Form>
      </div>
    </Screen>
  );
}
