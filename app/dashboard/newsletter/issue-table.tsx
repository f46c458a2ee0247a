import { Link } from "react-router";
import { Moment } from "../parts/moment.tsx";
import { IssueBadge } from "./issue-badge.tsx";
import type { ListedIssue } from "./read-list.ts";

/** The newsletters of one page, the newest first. */
export function IssueTable({ issues }: { issues: readonly ListedIssue[] }) {
  if (issues.length === 0) return null;
  return (
    <table className="tb issues">
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col">Status</th>
          <th scope="col" className="fig">
            Sent
          </th>
          <th scope="col" className="fig opt">
            Failed
          </th>
          <th scope="col" className="fig opt">
            Unsubscribed
          </th>
          <th scope="col">Date</th>
        </tr>
      </thead>
      <tbody>
        {issues.map((issue) => (
          <Row key={issue.id} issue={issue} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ issue }: { issue: ListedIssue }) {
  const { id, subject, preview, state, figures, startedAt } = issue;
  const count = (many: number) => (startedAt ? many.toLocaleString("en") : "");
  return (
    <tr>
      <td className="main">
        <Link to={`/dashboard/newsletter/${id}`} dir="auto" className="wrap">
          {subject}
        </Link>
        {preview && (
          <small className="wrap" dir="auto">
            {preview}
          </small>
        )}
      </td>
      <td className="nw">
        <IssueBadge state={state} figures={figures} />
      </td>
      <td className={startedAt ? "fig num nw" : "fig hide"}>
        {startedAt && `${count(figures.sent)} of ${count(figures.total)}`}
      </td>
      <td className={figures.failed > 0 ? "fig num opt wrong" : "fig num opt"}>{count(figures.failed)}</td>
      <td className="fig num opt">{count(figures.unsubscribed)}</td>
      <td className="nw">
        <When issue={issue} />
      </td>
    </tr>
  );
}

function When({ issue: { state, sendAt, startedAt, updatedAt } }: { issue: ListedIssue }) {
  const isWaiting = state === "scheduled" && sendAt !== null;
  const [words, at] = isWaiting
    ? ["Sends", sendAt]
    : startedAt
      ? ["Started", startedAt]
      : ["Saved", updatedAt];
  return (
    <>
      <span className="mute">{words}</span> <Moment at={at} />
    </>
  );
}
