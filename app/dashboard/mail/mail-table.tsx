import { Link } from "react-router";
import { ActHead } from "../parts/act-head.tsx";
import { DeedButton } from "../parts/deed-button.tsx";
import { Moment } from "../parts/moment.tsx";
import type { ListedMail } from "./present.ts";
import { StatusBadge } from "./status-badge.tsx";
import { nameTemplate } from "./words.ts";

/** One page of the outbox, a row each. */
export function MailTable({ rows }: { rows: readonly ListedMail[] }) {
  if (rows.length === 0) return null;
  return (
    <table className="tb outbox">
      <caption className="vh">Mail</caption>
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col" className="opt">
            Template
          </th>
          <th scope="col">Status</th>
          <th scope="col">Created</th>
          <ActHead />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row }: { row: ListedMail }) {
  const { id, to, subject, template, status, isInHand, createdAt } = row;
  return (
    <tr>
      <td className="main">
        <Link className="wrap" to={`/dashboard/mail/${id}`} dir="auto">
          {subject || "No subject"}
        </Link>
        <small className="wrap">to {to}</small>
      </td>
      <td className="opt mute nw">{nameTemplate(template)}</td>
      <td>
        <StatusBadge status={status} isInHand={isInHand} />
        <Why row={row} />
      </td>
      <td className="num mute nw">
        <Moment at={createdAt} />
      </td>
      <td className="act">
        {status === "dead" && (
          <DeedButton intent="again" values={{ id }} about={`${subject} to ${to}`} className="btn q sm">
            Send again
          </DeedButton>
        )}
      </td>
    </tr>
  );
}

/** What went wrong, or when it is tried next. */
function Why({ row: { lastError, attempts, nextAttemptAt } }: { row: ListedMail }) {
  if (attempts > 0 && nextAttemptAt)
    return (
      <small className="wrap">
        tried {attempts}×, next try <Moment at={nextAttemptAt} />
      </small>
    );
  return lastError ? <small className="wrap clipped">{lastError}</small> : null;
}
