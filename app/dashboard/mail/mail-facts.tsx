import { Link } from "react-router";
import { Fact } from "../parts/fact.tsx";
import { Moment } from "../parts/moment.tsx";
import type { KnownMail } from "./present.ts";
import { StatusBadge } from "./status-badge.tsx";
import { nameTemplate, templateWords } from "./words.ts";

/** Whom it goes to, where it stands, how often it was tried and what came of it. */
export function MailFacts({ mail }: { mail: KnownMail }) {
  const { to, template, status, isInHand, attempts, mostTries, lastError, personId } = mail;
  return (
    <section>
      <h2 className="t">Details</h2>
      <dl className="facts">
        <Fact name="To">
          <Link to={`/dashboard/mail?${new URLSearchParams({ q: to })}`}>{to}</Link>
          {personId && (
            <>
              , <Link to={`/dashboard/user/${personId}`}>their account</Link>
            </>
          )}
        </Fact>
        <Fact name="Template">
          {nameTemplate(template)}
          <span className="mute">. {templateWords[template]?.[1]}.</span>
        </Fact>
        <Fact name="Status">
          <StatusBadge status={status} isInHand={isInHand} />
        </Fact>
        <Fact name="Tries">
          {attempts} of {mostTries}
        </Fact>
        {lastError && <Fact name="Last error">{lastError}</Fact>}
        <When name="Next try" at={mail.nextAttemptAt} />
        <When name="Created" at={mail.createdAt} />
        <When name={status === "kept" ? "Kept" : "Sent"} at={mail.sentAt} />
        <When name="Expires" at={mail.expiresAt} />
        {mail.isOfBatch && <Fact name="Part of">A newsletter</Fact>}
      </dl>
    </section>
  );
}

function When({ name, at }: { name: string; at: string | null }) {
  if (at === null) return null;
  return (
    <Fact name={name}>
      <Moment at={at} />
    </Fact>
  );
}
