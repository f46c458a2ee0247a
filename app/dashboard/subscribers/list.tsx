import { Download, Upload } from "lucide-react";
import { Link } from "react-router";
import { FreshLink } from "#app/pages/fresh-link.tsx";
import { act } from "../parts/act.ts";
import { Empty } from "../parts/empty.tsx";
import { Pager } from "../parts/pager.tsx";
import { Screen } from "../parts/screen.tsx";
import { Search } from "../parts/search.tsx";
import { openScreen } from "../parts/staff.ts";
import { Tabs } from "../parts/tabs.tsx";
import type { Route } from "./+types/list.ts";
import { AreaTabs } from "./area-tabs.tsx";
import { subscriberDeeds } from "./deeds.ts";
import { readSubscribers, type SubscribersPage } from "./read-subscribers.ts";
import { SubscriberTable } from "./subscriber-table.tsx";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  return readSubscribers(await openScreen(args));
}

/** Editors and admins. */
export function action(args: Route.ActionArgs) {
  return act(args, "editor", subscriberDeeds);
}

export default function Subscribers({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Screen
      title="Subscribers"
      count={page.all}
      answer={actionData}
      actions={
        <Link className="btn" to="/dashboard/call/import">
          <Upload className="i" aria-hidden /> Import
        </Link>
      }
    >
      <div className="flt">
        <AreaTabs current="subscribers" />
        <Tabs label="Status" tabs={page.tabs} />
        <Search q={page.q} label="Search subscribers" placeholder="Part of an address">
          {page.status && <input type="hidden" name="status" value={page.status} />}
        </Search>
      </div>
      <SubscriberTable rows={page.rows} />
      {page.rows.length === 0 && <Nobody page={page} />}
      <Pager {...page.pager} words={{ previous: "Newer", next: "Older" }}>
        {page.rows.length > 0 && (
          <FreshLink className="plain" href={page.csv}>
            <Download className="i" aria-hidden /> Export as CSV (with proof of consent)
          </FreshLink>
        )}
      </Pager>
    </Screen>
  );
}

function Nobody({ page: { q, status, all } }: { page: SubscribersPage }) {
  if (all === 0)
    return (
      <Empty title="Nobody has subscribed yet">
        <p>Visitors subscribe in the footer of every page and confirm by a link we e-mail.</p>
        <Link className="plain" to="/dashboard/call/import">
          Import addresses
        </Link>
      </Empty>
    );
  return (
    <Empty title={q ? `No address matches “${q}”` : "No subscribers here"}>
      <p>{q || status ? "Clear the filters to see all subscribers." : "This page of the list is empty."}</p>
      <Link className="plain" to="/dashboard/call">
        Clear filters
      </Link>
    </Empty>
  );
}
