import CircleCheck from "lucide-react/icons/circle-check";
import FolderDown from "lucide-react/icons/folder-down";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import { Form, Link } from "react-router";
import { readSettings } from "#app/domain/company/settings.ts";
import { readMailHealth } from "#app/domain/mail/outbox/status.ts";
import { LabelledField } from "#app/lib/ui/field.tsx";
import { type ActionError, errorIn } from "../../parts/action-result.ts";
import { handleAction } from "../../parts/handle-action.ts";
import { Moment } from "../../parts/moment.tsx";
import type { Staff } from "../../parts/require-screen.ts";
import { loadResource, resourceAt } from "../../resources/load-resource.ts";
import { ResourceScreen } from "../../resources/resource-screen.tsx";
import type { Route } from "./+types/list.ts";

export async function loader(args: Route.LoaderArgs) {
  const { list, staff } = await loadResource(args);
  return { list, health: await readHealth(staff), email: staff.person.email };
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, resourceAt(args.request).actions);
}

/** Outbox, with the delivery status and a form for a test mail. */
export default function Mail({ loaderData: { list, health, email }, actionData }: Route.ComponentProps) {
  return (
    <ResourceScreen
      list={list}
      answer={actionData}
      top={
        <div className="pad mail-top">
          <MailStatusNote health={health} />
          <TestForm email={email} refused={errorIn(actionData)} />
        </div>
      }
    />
  );
}

/** Settings and state of mail delivery. */
async function readHealth({ db, actionContext, mail }: Staff) {
  const { isSending, isWaiting, folder, from } = mail;
  const { newslettersPerMinute } = (await readSettings(db)).mail;
  const health = await readMailHealth(db, actionContext.now);
  return {
    ...health,
    isSending,
    isWaiting,
    folder,
    from,
    isServerAway: mail.isServerAway(),
    newslettersPerMinute,
  };
}

type Health = Awaited<ReturnType<typeof readHealth>>;

/** Form that sends a test mail. */
function TestForm({ email, refused }: { email: string; refused: ActionError | null }) {
  const own = refused?.typed.intent === "test" ? refused : null;
  return (
    <Form method="post" className="stack" noValidate preventScrollReset>
      <input type="hidden" name="intent" value="test" />
      <LabelledField
        label="Send a test e-mail to"
        name="to"
        error={own?.refusal.fields.to}
        hint="If it arrives in the spam folder, check the sender and the DKIM signature."
      >
        {(control) => (
          <input className="input" type="email" {...control} defaultValue={own?.typed.to ?? email} />
        )}
      </LabelledField>
      <p>
        <button className="btn quiet" type="submit">
          Send test
        </button>
      </p>
    </Form>
  );
}

/** Delivery status in words. */
function MailStatusNote({ health }: { health: Health }) {
  const { failed, late, lastSentAt, isSending, from, newslettersPerMinute } = health;
  return (
    <section aria-labelledby="health">
      <Verdict health={health} />
      <dl className="facts">
        <div>
          <dt>From</dt>
          <dd>
            {from.name} &lt;{from.address}&gt;
            {isSending && <span className="mute">, {from.isSigned ? "signed (DKIM)" : "not signed"}</span>}
          </dd>
        </div>
        <div>
          <dt>{isSending ? "Last accepted by your mail server" : "Last created"}</dt>
          <dd>{lastSentAt ? <Moment at={lastSentAt} /> : "None yet"}</dd>
        </div>
        {failed > 0 && (
          <div>
            <dt>Failed</dt>
            <dd>
              <Link to="/dashboard/mail?status=failed">{formatLimitedCount(failed)}</Link>
            </dd>
          </div>
        )}
        {late > 0 && (
          <div>
            <dt>Late</dt>
            <dd>{formatLimitedCount(late)} waiting for more than 15 minutes</dd>
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

function Verdict({
  health: { isSending, isWaiting, isServerAway, folder, failed, late },
}: {
  health: Health;
}) {
  if (isWaiting)
    return (
      <>
        <h2 id="health" className="badge wrong">
          <TriangleAlert aria-hidden /> The mail server’s setting is missing
        </h2>
        <p>
          E-mail was sent before, and now SMTP_URL is not set on the server. E-mails wait and are sent once it
          is set again.
        </p>
      </>
    );
  if (!isSending)
    return (
      <>
        <h2 id="health" className="badge slow">
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
        <h2 id="health" className="badge wrong">
          <TriangleAlert aria-hidden /> The mail server does not answer
        </h2>
        <p>Nothing is sent until it does. It is checked once a minute; e-mails keep all their tries.</p>
      </>
    );
  if (failed + late > 0)
    return (
      <h2 id="health" className="badge slow">
        <TriangleAlert aria-hidden /> Some e-mails were not sent
      </h2>
    );
  return (
    <h2 id="health" className="badge good">
      <CircleCheck aria-hidden /> E-mail works
    </h2>
  );
}

/** Formats a count that the query limits to 999. */
function formatLimitedCount(count: number): string {
  return count >= 999 ? "999 or more" : String(count);
}
