import { CircleCheck, FolderDown, TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { Moment } from "../parts/moment.tsx";
import type { MailListPage } from "./read-mail-list.ts";

type Facts = MailListPage["standing"];

/** Whether mail leaves, said in words before anything else. */
export function Standing({ standing }: { standing: Facts }) {
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
          <dt>{isSending ? "Last one left" : "Last one written"}</dt>
          <dd>{lastSentAt ? <Moment at={lastSentAt} /> : "None yet"}</dd>
        </div>
        {dead > 0 && (
          <div>
            <dt>Given up</dt>
            <dd>
              <Link to="/dashboard/mail?status=dead">{sayMost(dead)}</Link>
            </dd>
          </div>
        )}
        {late > 0 && (
          <div>
            <dt>Late</dt>
            <dd>{sayMost(late)} waited longer than a quarter of an hour</dd>
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
        <h2 id="standing" className="t badge slow">
          <FolderDown aria-hidden /> Mail is kept here
        </h2>
        <p>
          No mail server is set, so nothing leaves. Each letter stands below, and as an .eml file in{" "}
          <code className="wrap">{folder}</code>. Whoever runs the site names a server with SMTP_URL.
        </p>
      </>
    );
  if (isServerAway)
    return (
      <>
        <h2 id="standing" className="t badge wrong">
          <TriangleAlert aria-hidden /> The mail server does not answer
        </h2>
        <p>Nothing is sent until it does. It is asked once a minute, and no letter loses a try meanwhile.</p>
      </>
    );
  if (dead + late > 0)
    return (
      <h2 id="standing" className="t badge slow">
        <TriangleAlert aria-hidden /> Mail leaves, but not all of it
      </h2>
    );
  return (
    <h2 id="standing" className="t badge good">
      <CircleCheck aria-hidden /> Mail leaves
    </h2>
  );
}

/** Counting ends somewhere. */
function sayMost(count: number): string {
  return count >= 999 ? "999 or more" : String(count);
}
