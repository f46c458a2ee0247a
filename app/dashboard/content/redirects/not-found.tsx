import { Form, Link } from "react-router";
import { ActionButton, ActionsHeader } from "#app/dashboard/parts/action-button.tsx";
import { handleAction } from "#app/dashboard/parts/handle-action.ts";
import { Empty, Pager, Tabs } from "#app/dashboard/parts/list-screen.tsx";
import { Moment } from "#app/dashboard/parts/moment.tsx";
import { requireScreen } from "#app/dashboard/parts/require-screen.ts";
import { Screen } from "#app/dashboard/parts/screen.tsx";
import {
  ignoreNotFound,
  listNotFound,
  type NotFoundAddress,
  notFoundBounds,
  unignoreNotFound,
} from "#app/domain/content/not-found-log.ts";
import { type Suggestion, suggestEntry } from "#app/domain/content/search.ts";
import { spellAddress } from "#app/lib/text/plain-text.ts";
import { neighbours, readPageParam, readTextParam } from "#app/ops/resources/list-page.ts";
import { linkRedirectTabs, redirectActions } from "#app/ops/resources/redirects.ts";
import { write } from "#app/platform/database/database.ts";
import type { Route } from "./+types/not-found.ts";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  const url = new URL(args.request.url);
  const view = readTextParam(url, "view") === "ignored" ? "ignored" : "open";
  const page = await listNotFound(db, readPageParam(url, 25), view);
  const rows = await Promise.all(
    page.rows.map(async (row) => ({ ...row, suggestion: await suggestEntry(db, row.address) })),
  );
  const { label, links } = await linkRedirectTabs(db, view === "open" ? "Broken addresses" : "Ignored");
  return { view, rows, label, links, days: notFoundBounds.days, pager: neighbours(url, page) } as const;
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, {
    ...redirectActions,
    ignore: async (sent, { db, actionContext }) => {
      const address = sent.text("address");
      await write(db, (tx) => ignoreNotFound(tx, address, actionContext));
      return { done: `Ignored: ${address}`, undo: { intent: "watch", values: { address } } };
    },
    watch: async (sent, { db, actionContext }) => {
      const address = sent.text("address");
      await write(db, (tx) => unignoreNotFound(tx, address, actionContext));
      return { done: `No longer ignored: ${address}`, undo: { intent: "ignore", values: { address } } };
    },
  });
}

export default function NotFoundLogScreen({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Screen
      title="Broken addresses"
      answer={actionData}
      crumbs={[{ name: "Redirects", path: "/dashboard/redirects" }]}
    >
      <div className="filter-bar">
        <Tabs label={page.label} tabs={page.links} />
      </div>
      <NotFoundTable rows={page.rows} isIgnored={page.view === "ignored"} />
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

type Row = NotFoundAddress & { suggestion: Suggestion | null };

function NotFoundTable({ rows, isIgnored }: { rows: readonly Row[]; isIgnored: boolean }) {
  if (rows.length === 0) return null;
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Address</th>
          <th scope="col">Visits</th>
          <th scope="col">Fix</th>
          <ActionsHeader />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="main">
              <b className="wrap" dir="ltr">
                {spellAddress(row.address)}
              </b>
              {row.referrer && <small>from {row.referrer}</small>}
            </td>
            <td className="nowrap">
              <span className="num">
                {row.count.toLocaleString("en")} {row.count === 1 ? "time" : "times"}
              </span>
              <small>
                last <Moment at={row.lastAt} inSentence />
              </small>
            </td>
            <td>{!isIgnored && <FixNotFound row={row} />}</td>
            <td className="actions-cell">
              <ActionButton
                intent={isIgnored ? "watch" : "ignore"}
                values={{ address: row.address }}
                about={row.address}
                className="btn quiet compact"
              >
                {isIgnored ? "Stop ignoring" : "Ignore"}
              </ActionButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Form that redirects an address to the suggested entry with one click, or to a typed address. */
function FixNotFound({ row: { address, suggestion } }: { row: Row }) {
  return (
    <div className="fix">
      {suggestion && (
        <ActionButton
          intent="add"
          values={{ from: address, kind: "entry", entry: suggestion.id }}
          about={address}
          className="btn quiet compact"
        >
          <span className="wrap" dir="auto">
            Redirect to “{suggestion.title}”
          </span>
        </ActionButton>
      )}
      <Form method="post" className="inline-form">
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="from" value={address} />
        <input type="hidden" name="kind" value="path" />
        <input
          className="input"
          name="to"
          placeholder="/another-page"
          aria-label={`Redirect ${address} to`}
          dir="ltr"
        />
        <button className="btn quiet compact" type="submit">
          Redirect
        </button>
      </Form>
      <Link className="plain visually-hidden" to={`/dashboard/redirects?try=${encodeURIComponent(address)}`}>
        Try {address}
      </Link>
    </div>
  );
}
