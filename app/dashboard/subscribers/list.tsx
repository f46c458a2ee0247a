import { Download, Upload } from "lucide-react";
import { Link, useFetcher } from "react-router";
import { FreshLink } from "#app/pages/fresh-link.tsx";
import type { PostForm } from "../content/list/bulk-bar.tsx";
import { Empty } from "../parts/empty.tsx";
import { handleAction } from "../parts/handle-action.ts";
import { Moment } from "../parts/moment.tsx";
import { Pager } from "../parts/pager.tsx";
import { requireScreen } from "../parts/require-screen.ts";
import { type RowSelection, SelectAll, SelectRow, useRowSelection } from "../parts/row-selection.tsx";
import { Screen } from "../parts/screen.tsx";
import { Search } from "../parts/search.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { useFlash } from "../parts/toasts.tsx";
import type { Route } from "./+types/list.ts";
import { subscriberActions } from "./actions.ts";
import { AreaTabs } from "./area-tabs.tsx";
import { confirmedWords, endedWords } from "./labels.ts";
import type { ListedSubscriber } from "./present.ts";
import { readSubscribers, type SubscribersPage } from "./read-subscribers.ts";
import { SubscriberStatusBadge } from "./status-badge.tsx";

export async function loader(args: Route.LoaderArgs) {
  return readSubscribers(await requireScreen(args));
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, subscriberActions);
}

export default function Subscribers({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Screen
      title="Subscribers"
      count={page.all}
      answer={actionData}
      actions={
        <Link className="btn" to="/dashboard/call/import">
          <Upload className="icon" aria-hidden /> Import
        </Link>
      }
    >
      <div className="filter-bar">
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
            <Download className="icon" aria-hidden /> Export as CSV (with proof of consent)
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

/** One page of subscribers, and what can be done with those that are ticked. */
function SubscriberTable({ rows }: { rows: readonly ListedSubscriber[] }) {
  const fetcher = useFetcher();
  useFlash(fetcher.data);
  const selection = useRowSelection(
    rows.map(({ id }) => id),
    fetcher.data,
  );
  if (rows.length === 0) return null;
  return (
    <>
      <BulkBar Form={fetcher.Form} selection={selection} />
      <table className="table entries">
        <caption className="visually-hidden">Subscribers</caption>
        <thead>
          <tr>
            <SelectAll selection={selection} />
            <th scope="col">E-mail</th>
            <th scope="col">Status</th>
            <th scope="col">Consent given</th>
            <th scope="col" className="optional">
              Confirmed
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} selection={selection} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function BulkBar({ Form, selection }: { Form: PostForm; selection: RowSelection }) {
  const { selected, clear } = selection;
  return (
    <Form className="bulk" method="post" id="bulk">
      <b role="status">{`${selected.size} selected`}</b>
      <button className="btn quiet compact" type="submit" name="intent" value="unsubscribe">
        Unsubscribe
      </button>
      <button className="btn quiet compact" type="submit" name="intent" value="complained">
        Mark as complained
      </button>
      <button className="btn quiet compact" type="submit" name="intent" value="ask-again">
        Resend confirmation
      </button>
      <button className="btn quiet compact clear" type="button" onClick={clear}>
        Clear selection
      </button>
    </Form>
  );
}

function Row({ row, selection }: { row: ListedSubscriber; selection: RowSelection }) {
  const { id, email, status, consentedAt, confirmedAt, confirmedBy } = row;
  return (
    <tr>
      <td className="tick">
        <SelectRow id={id} name={email} selection={selection} />
      </td>
      <td className="main wrap">
        <Link to={`/dashboard/call/${id}`}>{email}</Link>
      </td>
      <td className="nowrap under">
        <SubscriberStatusBadge status={status} />
        <Ended row={row} />
      </td>
      <td className="hide">
        <span className="nowrap">
          <Moment at={consentedAt} />
        </span>
        <small className="wrap">{whereAgreed(row)}</small>
      </td>
      <td className="optional hide">
        {confirmedAt ? (
          <Moment at={confirmedAt} />
        ) : (
          <span className="mute">{status === "pending" ? "Not yet" : "Never"}</span>
        )}
        {confirmedBy && <small>{confirmedWords[confirmedBy]}</small>}
      </td>
    </tr>
  );
}

function whereAgreed({ page, confirmedBy }: ListedSubscriber): string {
  if (page) return `on ${page}`;
  return confirmedBy === "import" ? "in an import" : "";
}

function Ended({ row: { endedAt, endedBy } }: { row: ListedSubscriber }) {
  if (endedAt === null) return null;
  return (
    <small>
      <Moment at={endedAt} />
      {endedBy && <span className="optional">, {endedWords[endedBy]}</span>}
    </small>
  );
}
