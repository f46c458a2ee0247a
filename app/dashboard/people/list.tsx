import { Download, UserPlus } from "lucide-react";
import { Link } from "react-router";
import { act } from "../parts/act.ts";
import { askingOf } from "../parts/confirmed.ts";
import { Empty } from "../parts/empty.tsx";
import { Pager } from "../parts/pager.tsx";
import { Screen } from "../parts/screen.tsx";
import { Search } from "../parts/search.tsx";
import { openScreen } from "../parts/staff.ts";
import { Tabs } from "../parts/tabs.tsx";
import type { Route } from "./+types/list.ts";
import { InvitationTable } from "./invitation-table.tsx";
import { PeopleTable } from "./people-table.tsx";
import { readPeople } from "./read-people.ts";

/** Admins. */
export async function loader(args: Route.LoaderArgs) {
  return readPeople(await openScreen(args, "admin"));
}

/** Admins: what becomes of an invitation. */
export function action(args: Route.ActionArgs) {
  return act(args, "admin", {
    resend: async (sent, staff) => {
      await staff.accounts.staff.resendInvitation(askingOf(staff), { id: sent.text("id") });
      return { done: "A new link is on its way. The one before is worth nothing now." };
    },
    revoke: async (sent, staff) => {
      await staff.accounts.staff.revokeInvitation(askingOf(staff), { id: sent.text("id") });
      return { done: "The invitation is taken back. Its link is worth nothing now." };
    },
  });
}

export default function People({ loaderData: page, actionData }: Route.ComponentProps) {
  const isInvited = page.view === "invited";
  return (
    <Screen
      title="People"
      count={page.all}
      answer={actionData}
      actions={
        <Link className="btn" to="/dashboard/user/invite">
          <UserPlus className="i" aria-hidden /> Invite
        </Link>
      }
    >
      <div className="flt">
        <Tabs label="Which people" tabs={page.tabs} />
        {!isInvited && <Filters {...page} />}
      </div>
      {isInvited ? <InvitationTable invitations={page.invitations} /> : <PeopleTable people={page.people} />}
      {!isInvited && page.people.length === 0 && (
        <Empty title={page.q ? `Nobody matches “${page.q}”` : "Nobody here"}>
          <p>Names and e-mail addresses are looked through, also by their parts.</p>
          <Link className="plain" to="/dashboard/user">
            Show everybody
          </Link>
        </Empty>
      )}
      <Pager {...page.pager}>
        <a className="plain" href={page.csv}>
          <Download className="i" aria-hidden /> This list as CSV
        </a>
      </Pager>
    </Screen>
  );
}

function Filters({ view, q, order }: { view: string; q: string; order: string }) {
  return (
    <Search q={q} label="Search people" placeholder="Name or e-mail">
      {view && <input type="hidden" name="view" value={view} />}
      <select className="in" name="order" defaultValue={order} key={order} aria-label="Order">
        <option value="joined">Newest first</option>
        <option value="name">By name</option>
        <option value="seen">Last seen first</option>
      </select>
    </Search>
  );
}
