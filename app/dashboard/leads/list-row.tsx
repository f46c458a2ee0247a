import { AlarmClock, Clock3, ShieldAlert, UserRound } from "lucide-react";
import { Link } from "react-router";
import { Moment } from "../parts/moment.tsx";
import type { LeadKind } from "./place-of.ts";
import type { ListedLead } from "./read-list.ts";

interface ListRowProps {
  row: ListedLead;
  to: string;
  isOpen: boolean;
  kind: LeadKind;
}

/** One line of the list: who, when, the beginning of it, and what is to be known before it is opened. */
export function ListRow({ row, to, isOpen, kind }: ListRowProps) {
  const { id, name, company, email, phone, beginning, bestTime, surfacedAt, status } = row;
  const who = name || email || phone || "No name";
  const beginningWords = beginning || (bestTime ? `Best time: ${bestTime}` : "No message");
  return (
    <li className={status === "new" ? "fresh-row" : undefined}>
      <input type="checkbox" name="id" value={id} aria-label={`Select ${who}`} />
      <Link to={to} aria-current={isOpen ? "true" : undefined} preventScrollReset>
        <b dir="auto">
          {status === "new" && (
            <span className="dot">
              <span className="vh">New. </span>
            </span>
          )}
          {who}
          {company && <span className="of">, {company}</span>}
        </b>
        <Moment at={surfacedAt} />
        <p dir="auto">{beginningWords}</p>
        <Marks row={row} kind={kind} />
      </Link>
    </li>
  );
}

function Marks({ row, kind }: Pick<ListRowProps, "row" | "kind">) {
  const { assignee, isLate, snoozedUntil, spamReasons, service, bestTime, tries, beginning } = row;
  const facts = [
    service,
    kind === "calls" && bestTime && beginning ? bestTime : "",
    tries > 0 ? `no answer ${tries}×` : "",
  ];
  const said = facts.filter(Boolean);
  if (said.length === 0 && !assignee && !isLate && !snoozedUntil && !spamReasons) return null;
  return (
    <small>
      {isLate && (
        <span className="wrong">
          <AlarmClock className="i" aria-hidden /> Overdue
        </span>
      )}
      {snoozedUntil && (
        <span>
          <Clock3 className="i" aria-hidden /> Snoozed until <Moment at={snoozedUntil} />
        </span>
      )}
      {assignee && (
        <span>
          <UserRound className="i" aria-hidden /> {assignee.name}
        </span>
      )}
      {spamReasons && (
        <span>
          <ShieldAlert className="i" aria-hidden />{" "}
          {row.status === "spam" ? "Caught by the spam check" : "Flagged by the spam check"}
        </span>
      )}
      {said.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
    </small>
  );
}
