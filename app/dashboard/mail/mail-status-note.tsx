import { CircleCheck, FolderDown, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { Moment } from "../parts/moment.tsx";
import type { MailListPage } from "./read-mail-list.ts";

type Facts = MailListPage["standing"];

/** Whether mail leaves, said in words before anything else. */
export function MailStatusNote({ standing }: { standing: Facts }) {
  const { dead, late, lastSentAt, isSending, from, newslettersPerMinute } = standing;
  return (
    <section aria-labelledby="standing">
      <Verdict standing={standing} />
      <dl className="facts">
        <div>
          <dt>From</dt>
          <dd>
            {from.name} &lt;{from.address}&gt;
            {isSending && <span className="mute">, {from.isSigned ? "signed (DKIM)" : "not signed"}</span>}
          </dd>
        </div>
        <div>
          <dt>{isSending ? "Last sent" : "Last created"}</dt>
          <dd>{lastSentAt ? <Moment at={lastSentAt} /> : "None yet"}</dd>
        </div>
        {dead > 0 && (
          <div>
            <dt>Failed</dt>
            <dd>
              <Link to="/dashboard/mail?status=dead">{sayMost(dead)}</Link>
            </dd>
          </div>
        )}
        {late > 0 && (
          <div>
            <dt>Late</dt>
            <dd>{sayMost(late)} waiting for more than 15 minutes</dd>
          </div>
        )}
        <div>
          <dt>Newsletters</dt>
          <dd>
            At most <Link to="/dashboard/settings/newsletter">{newslettersPerMinute} a minute</Link>
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Verdict({ standing: { isSending, isServerAway, folder, dead, late } }: { standing: Facts }) {
  if (!isSending)
    return (
      <>
        <h2 id="standing" className="badge slow">
          <FolderDown aria-hidden /> No mail server
        </h2>
        <p>
          No mail server is set, so nothing is sent. E-mails are listed below and kept as .eml files in{" "}
          <code className="wrap">{folder}</code>. To send e-mail, set SMTP_URL on the server.
        </p>
      </>
    );
  if (isServerAway)
    return (
      <>
        <h2 id="standing" className="badge wrong">
          <TriangleAlert aria-hidden /> The mail server does not answer
        </h2>
        <p>Nothing is sent until it does. It is checked once a minute; e-mails keep all their tries.</p>
      </>
    );
  if (dead + late > 0)
    return (
      <h2 id="standing" className="badge slow">
        <TriangleAlert aria-hidden /> Some e-mails were not sent
      </h2>
    );
  return (
    <h2 id="standing" className="badge good">
      <CircleCheck aria-hidden /> E-mail works
    </h2>
  );
}

/** Counting ends somewhere. */
function sayMost(count: number): string {
  return count >= 999 ? "999 or more" : String(count);
}
