import { countLost, ignoreLost, listLost, unignoreLost } from "#app/content/lost/list-lost.ts";
import { lostBounds } from "#app/content/lost/lost-bounds.ts";
import { suggestEntry } from "#app/content/lost/suggest-entry.ts";
import { countAutomatic } from "#app/content/redirects/list-automatic.ts";
import { countRedirects } from "#app/content/redirects/list-redirects.ts";
import { write } from "#app/database/database.ts";
import { act } from "../parts/act.ts";
import { Empty } from "../parts/empty.tsx";
import { neighbours, readPlace, readText } from "../parts/list-address.ts";
import { Pager } from "../parts/pager.tsx";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/lost.ts";
import { LostTable } from "./lost-table.tsx";
import { redirectDeeds } from "./redirect-deeds.ts";
import { RedirectTabs } from "./redirect-tabs.tsx";

/** Admins. */
export async function loader(args: Route.LoaderArgs) {
  const { db } = await openScreen(args, "admin");
  const url = new URL(args.request.url);
  const view = readText(url, "view") === "ignored" ? "ignored" : "open";
  const page = await listLost(db, readPlace(url, 25), view);
  const rows = await Promise.all(
    page.rows.map(async (row) => ({ ...row, suggestion: await suggestEntry(db, row.address) })),
  );
  const counts = {
    redirects: await countRedirects(db),
    automatic: await countAutomatic(db),
    lost: await countLost(db),
  };
  return { view, rows, counts, days: lostBounds.days, pager: neighbours(url, page) } as const;
}

/** Admins. */
export function action(args: Route.ActionArgs) {
  return act(args, "admin", {
    ...redirectDeeds,
    ignore: async (sent, { db, deed }) => {
      const address = sent.text("address");
      await write(db, (tx) => ignoreLost(tx, address, deed));
      return { done: `Ignored: ${address}`, undo: { intent: "watch", values: { address } } };
    },
    watch: async (sent, { db, deed }) => {
      const address = sent.text("address");
      await write(db, (tx) => unignoreLost(tx, address, deed));
      return { done: `No longer ignored: ${address}`, undo: { intent: "ignore", values: { address } } };
    },
  });
}

export default function Lost({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Screen
      title="Broken addresses"
      answer={actionData}
      crumbs={[{ name: "Redirects", path: "/dashboard/redirects" }]}
    >
      <div className="flt">
        <RedirectTabs current={page.view === "open" ? "lost" : "ignored"} {...page.counts} />
      </div>
      <LostTable rows={page.rows} isIgnored={page.view === "ignored"} />
      {page.rows.length === 0 && (
        <Empty title={page.view === "open" ? "No broken addresses" : "No ignored addresses"}>
          <p>
            Addresses that visitors asked for and that do not exist are counted for {page.days} days, with the
            site that links to them. Nothing about the visitors is kept.
          </p>
        </Empty>
      )}
      <Pager {...page.pager} />
    </Screen>
  );
}
