import { useRef } from "react";
import { Link, useFetcher } from "react-router";
import type { PostForm } from "../content/list/bulk-bar.tsx";
import { useTicks } from "../content/list/use-ticks.ts";
import { Moment } from "../parts/moment.tsx";
import { useSaid } from "../parts/toasts.tsx";
import type { ListedSubscriber } from "./present.ts";
import { StatusBadge } from "./status-badge.tsx";
import { confirmedWords, endedWords } from "./words.ts";

/** One page of subscribers, and what can be done with those that are ticked. */
export function SubscriberTable({ rows }: { rows: readonly ListedSubscriber[] }) {
  const table = useRef<HTMLTableElement>(null);
  const fetcher = useFetcher();
  useSaid(fetcher.data);
  const ticks = useTicks(table, fetcher.data);
  if (rows.length === 0) return null;
  return (
    <>
      <BulkBar Form={fetcher.Form} ticks={ticks} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Space on a box is a click as well */}
      <table className="tb entries" ref={table} onClick={ticks.hearClick}>
        <caption className="vh">Subscribers</caption>
        <thead>
          <tr>
            <th className="tick">
              <input
                type="checkbox"
                className="scripted"
                aria-label="Select all on this page"
                checked={ticks.isAll === true}
                onChange={ticks.toggleAll}
              />
            </th>
            <th scope="col">E-mail</th>
            <th scope="col">Status</th>
            <th scope="col">Consent given</th>
            <th scope="col" className="opt">
              Confirmed
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function BulkBar({ Form, ticks }: { Form: PostForm; ticks: ReturnType<typeof useTicks> }) {
  const { count, clear } = ticks;
  return (
    <Form className="bulk" method="post" id="bulk">
      <b role="status">{count === null ? "Selected" : `${count} selected`}</b>
      <button className="btn q sm" type="submit" name="intent" value="unsubscribe">
        Unsubscribe
      </button>
      <button className="btn q sm" type="submit" name="intent" value="complained">
        Mark as complained
      </button>
      <button className="btn q sm" type="submit" name="intent" value="ask-again">
        Resend confirmation
      </button>
      {count !== null && (
        <button className="btn q sm clear" type="button" onClick={clear}>
          Clear selection
        </button>
      )}
    </Form>
  );
}

function Row({ row }: { row: ListedSubscriber }) {
  const { id, email, status, consentedAt, confirmedAt, confirmedBy } = row;
  return (
    <tr>
      <td className="tick">
        <input type="checkbox" name="id" value={id} form="bulk" aria-label={`Select ${email}`} />
      </td>
      <td className="main wrap">
        <Link to={`/dashboard/call/${id}`}>{email}</Link>
      </td>
      <td className="nw under">
        <StatusBadge status={status} />
        <Ended row={row} />
      </td>
      <td className="hide">
        <span className="nw">
          <Moment at={consentedAt} />
        </span>
        <small className="wrap">{whereAgreed(row)}</small>
      </td>
      <td className="opt hide">
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
      {endedBy && <span className="opt">, {endedWords[endedBy]}</span>}
    </small>
  );
}
