import { Link } from "react-router";
import { countLost } from "#app/content/lost/list-lost.ts";
import { countRedirects, listRedirects } from "#app/content/redirects/list-redirects.ts";
import { tryAddress } from "#app/content/redirects/try-address.ts";
import { act } from "../parts/act.ts";
import { Empty } from "../parts/empty.tsx";
import { neighbours, readPlace, readText } from "../parts/list-address.ts";
import { Pager } from "../parts/pager.tsx";
import { Screen } from "../parts/screen.tsx";
import { Search } from "../parts/search.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/list.ts";
import { redirectDeeds } from "./redirect-deeds.ts";
import { RedirectForm } from "./redirect-form.tsx";
import { RedirectTable } from "./redirect-table.tsx";
import { RedirectTabs } from "./redirect-tabs.tsx";
import { TryForm } from "./try-form.tsx";

/** Admins. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = await openScreen(args, "admin");
  const url = new URL(args.request.url);
  const [q, address] = [readText(url, "q"), readText(url, "try")];
  const page = await listRedirects(db, { q, ...readPlace(url, 50) });
  const tried = address ? await tryAddress(db, address.startsWith("/") ? address : `/${address}`) : null;
  const counts = { redirects: await countRedirects(db), lost: await countLost(db) };
  return { q, tried, counts, rows: page.rows, pager: neighbours(url, page) };
}

/** Admins. */
export function action(args: Route.ActionArgs) {
  return act(args, "admin", redirectDeeds);
}

export default function Redirects({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Screen
      title="Redirects"
      count={page.counts.redirects}
      answer={actionData}
      actions={
        <Link className="btn q" to="/dashboard/redirects/sheet">
          Import CSV
        </Link>
      }
    >
      <div className="flt">
        <RedirectTabs current="redirects" {...page.counts} />
        <Search q={page.q} label="Search redirects" placeholder="Search addresses" />
      </div>
      <div className="pad tools">
        <details open={page.counts.redirects === 0 || actionData !== undefined}>
          <summary>Add a redirect</summary>
          <RedirectForm intent="add" submit="Add" answer={actionData} />
        </details>
        <TryForm tried={page.tried} />
      </div>
      <RedirectTable rows={page.rows} />
      {page.rows.length === 0 && (
        <Empty title={page.q ? `No redirect matches “${page.q}”` : "There is no redirect yet"}>
          <p>A redirect leads readers from an address of your former site to where the page stands today.</p>
        </Empty>
      )}
      <Pager {...page.pager} words={{ previous: "Newer", next: "Older" }} />
    </Screen>
  );
}
