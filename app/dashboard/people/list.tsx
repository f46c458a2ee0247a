import { Download, UserPlus } from "lucide-react";
import { Link } from "react-router";
import type { WaitingInvitation } from "#app/accounts/staff/list-invitations.ts";
import { FreshLink } from "#app/pages/fresh-link.tsx";
import { ActionButton } from "../parts/action-button.tsx";
import { ActionsHeader } from "../parts/actions-header.tsx";
import { Empty } from "../parts/empty.tsx";
import { staffRequestOf } from "../parts/fresh.ts";
import { handleAction } from "../parts/handle-action.ts";
import { Moment } from "../parts/moment.tsx";
import { Pager } from "../parts/pager.tsx";
import { requireScreen } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import { Search } from "../parts/search.tsx";
import { Tabs } from "../parts/tabs.tsx";
import type { Route } from "./+types/list.ts";
import { InvitationLink, type MadeLink, madeLinkIn } from "./invitation-link.tsx";
import { roleWords } from "./labels.ts";
import { PeopleTable } from "./people-table.tsx";
import { readPeople } from "./read-people.ts";

export async function loader(args: Route.LoaderArgs) {
  return readPeople(await requireScreen(args));
}

/** What becomes of an invitation. */
export function action(args: Route.ActionArgs) {
  return handleAction<Partial<MadeLink>>(args, {
    resend: async (sent, staff) => {
      const { link } = await staff.accounts.staff.resendInvitation(staffRequestOf(staff), {
        id: sent.text("id"),
      });
      if (!staff.mail.isSending) return { done: "", link, email: sent.text("email") };
      return { done: "Invitation sent again. The earlier link no longer works." };
    },
    revoke: async (sent, staff) => {
      await staff.accounts.staff.revokeInvitation(staffRequestOf(staff), { id: sent.text("id") });
      return { done: "Invitation revoked. Its link no longer works." };
    },
  });
}

export default function People({ loaderData: page, actionData }: Route.ComponentProps) {
  const isInvited = page.view === "invited";
  const made = madeLinkIn(actionData);
  return (
    <Screen
      title="People"
      count={page.all}
      answer={actionData}
      actions={
        <Link className="btn" to="/dashboard/user/invite">
          <UserPlus className="icon" aria-hidden /> Invite
        </Link>
      }
    >
      <div className="filter-bar">
        <Tabs label="Role" tabs={page.tabs} />
        {!isInvited && <Filters {...page} />}
      </div>
      {made && (
        <div className="pad">
          <InvitationLink made={made} />
        </div>
      )}
      {isInvited ? <InvitationTable invitations={page.invitations} /> : <PeopleTable people={page.people} />}
      {!isInvited && page.people.length === 0 && (
        <Empty title={page.q ? `Nobody matches “${page.q}”` : "No people here"}>
          <p>Search looks at names and e-mail addresses.</p>
          <Link className="plain" to="/dashboard/user">
            Clear filters
          </Link>
        </Empty>
      )}
      <Pager {...page.pager}>
        <FreshLink className="plain" href={page.csv}>
          <Download className="icon" aria-hidden /> Export as CSV
        </FreshLink>
      </Pager>
    </Screen>
  );
}

function Filters({ view, q, order }: { view: string; q: string; order: string }) {
  return (
    <Search q={q} label="Search people" placeholder="Name or e-mail">
      {view && <input type="hidden" name="view" value={view} />}
      <select className="input" name="order" defaultValue={order} key={order} aria-label="Sort by">
        <option value="joined">Newest first</option>
        <option value="name">By name</option>
        <option value="seen">Last seen first</option>
      </select>
    </Search>
  );
}

/** Who was asked to join and has not yet. */
function InvitationTable({ invitations }: { invitations: readonly WaitingInvitation[] }) {
  if (invitations.length === 0)
    return (
      <Empty title="No open invitations">
        <p>An invitation is a link by e-mail, valid for 7 days and for one use.</p>
        <Link className="plain" to="/dashboard/user/invite">
          Invite a person
        </Link>
      </Empty>
    );
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col" className="optional">
            Invited by
          </th>
          <th scope="col">Link</th>
          <ActionsHeader />
        </tr>
      </thead>
      <tbody>
        {invitations.map((one) => (
          <Row key={one.id} invitation={one} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  invitation: { id, name, email, role, invitedBy, sentAt, expiresAt, isExpired },
}: {
  invitation: WaitingInvitation;
}) {
  return (
    <tr>
      <td className="main">
        <b dir="auto">{name}</b>
        <small className="wrap">{email}</small>
      </td>
      <td>{roleWords[role]}</td>
      <td className="optional" dir="auto">
        {invitedBy}
      </td>
      <td>
        Created <Moment at={sentAt} />
        <small className={isExpired ? "wrong" : ""}>
          {isExpired ? "Expired " : "Valid until "}
          <Moment at={expiresAt} />
        </small>
      </td>
      <td className="actions-cell">
        <ActionButton intent="resend" values={{ id, email }} about={name} className="btn quiet compact">
          Send again
        </ActionButton>{" "}
        <ActionButton intent="revoke" values={{ id }} about={name} className="btn quiet compact bad">
          Revoke
        </ActionButton>
      </td>
    </tr>
  );
}
