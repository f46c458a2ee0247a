import { Download, Upload } from "lucide-react";
import { Link } from "react-router";
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
        <Tabs label="How they stand" tabs={page.tabs} />
        <Search q={page.q} label="Search subscribers" placeholder="A part of the address">
          {page.status && <input type="hidden" name="status" value={page.status} />}
        </Search>
      </div>
      <SubscriberTable rows={page.rows} />
      {page.rows.length === 0 && <Nobody page={page} />}
      <Pager {...page.pager} words={{ previous: "Newer", next: "Older" }}>
        {page.rows.length > 0 && (
          <a className="plain" href={page.csv}>
            <Download className="i" aria-hidden /> This list as CSV, with every proof of consent
          </a>
        )}
      </Pager>
    </Screen>
  );
}

function Nobody({ page: { q, status, all } }: { page: SubscribersPage }) {
  if (all === 0)
    return (
      <Empty title="Nobody has subscribed yet">
        <p>Visitors ask for the newsletter at the foot of every page, and confirm it by a link we mail.</p>
        <Link className="plain" to="/dashboard/call/import">
          Bring addresses from elsewhere
        </Link>
      </Empty>
    );
  return (
    <Empty title={q ? `No address here holds “${q}”` : "Nobody here"}>
      <p>{q || status ? "Take away a filter, or look at everybody." : "This page of the list is empty."}</p>
      <Link className="plain" to="/dashboard/call">
        Show everybody
      </Link>
    </Empty>
  );
}
