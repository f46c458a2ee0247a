import { resendInvitation, revokeInvitation } from "#app/domain/accounts/staff/invitations.ts";
import { handleAction } from "../parts/handle-action.ts";
import { staffRequestOf } from "../parts/require-screen.ts";
import { loadResource } from "../resources/load-resource.ts";
import { ResourceScreen } from "../resources/resource-screen.tsx";
import type { Route } from "./+types/list.ts";
import { InvitationLink, type UnsentInvitation, unsentInvitationIn } from "./invitation-link.tsx";

export async function loader(args: Route.LoaderArgs) {
  return (await loadResource(args)).list;
}

/** Actions for invitations. */
export function action(args: Route.ActionArgs) {
  return handleAction<Partial<UnsentInvitation>>(args, {
    resend: async (sent, staff) => {
      const { link } = await resendInvitation(staff.accounts, staffRequestOf(staff), {
        id: sent.text("id"),
      });
      if (!staff.mail.isSending) return { done: "", link, email: sent.text("email") };
      return { done: "Invitation sent again. The earlier link no longer works." };
    },
    revoke: async (sent, staff) => {
      await revokeInvitation(staff.accounts, staffRequestOf(staff), { id: sent.text("id") });
      return { done: "Invitation revoked. Its link no longer works." };
    },
  });
}

/** List of people or invitations, below the link of an unsent invitation. */
export default function People({ loaderData: list, actionData }: Route.ComponentProps) {
  const invitation = unsentInvitationIn(actionData);
  return (
    <ResourceScreen list={list} answer={actionData}>
      {invitation && (
        <div className="pad">
          <InvitationLink invitation={invitation} />
        </div>
      )}
    </ResourceScreen>
  );
}
