import { Link } from "react-router";
import { ActionButton } from "#app/dashboard/parts/action-button.tsx";
import { StatusBadge } from "#app/dashboard/parts/badge.tsx";
import { type FormInput, handleAction, redirectWithFlash } from "#app/dashboard/parts/handle-action.ts";
import { Empty, Tabs } from "#app/dashboard/parts/list-screen.tsx";
import { Moment } from "#app/dashboard/parts/moment.tsx";
import {
  orNotFound,
  requireFreshStaff,
  requireScreen,
  type Staff,
} from "#app/dashboard/parts/require-screen.ts";
import { Fact, Screen } from "#app/dashboard/parts/screen.tsx";
import type { OutboxRow } from "#app/domain/mail/outbox/claims.ts";
import {
  isSendable,
  readMail,
  recordReveal,
  sendAgain,
  stopRetrying,
} from "#app/domain/mail/outbox/handle-mail.ts";
import { canBeRevealed } from "#app/domain/mail/outbox/mail-service.ts";
import { maxAttempts } from "#app/domain/mail/outbox/outbox.ts";
import { hasNoSecretLinks } from "#app/domain/mail/templates/mail-content.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { mailBadge, nameTemplate, notSent, templateLabels } from "#app/ops/resources/mail/labels.ts";
import { progressOf } from "#app/ops/resources/mail/outgoing-mail.ts";
import { write } from "#app/platform/database/database.ts";
import type { Route } from "./+types/one.ts";
import { MailPreview } from "./mail-frame.tsx";

export async function loader({ params, ...args }: Route.LoaderArgs) {
  return readOneMail(await requireScreen(args), params.id);
}

export function action({ params, ...args }: Route.ActionArgs) {
  return handleAction<{ revealed?: string }>(args, singleMailActions(params.id));
}

/** Actions of one mail. */
function singleMailActions(id: string) {
  return {
    async again(_: FormInput, { db, actionContext, mail }: Staff) {
      const now = await write(db, (tx) => sendAgain(tx, id, actionContext));
      if (now === id) return { done: "Sending again now." };
      return redirectWithFlash(`/dashboard/mail/${now}`, {
        done: mail.isSending ? "This is the new copy. It is being sent." : notSent,
      });
    },
    async "give-up"(_: FormInput, { db, actionContext }: Staff) {
      await write(db, (tx) => stopRetrying(tx, id, actionContext));
      return { done: "Sending cancelled.", undo: { intent: "again", values: {} } };
    },
    async reveal(_: FormInput, staff: Staff) {
      const { db, actionContext, mail } = staff;
      requireFreshStaff(staff);
      const shown = await mail.reveal(await readMail(db, id));
      if (!shown)
        throw new DomainError(
          "forbidden",
          "The links in this e-mail are only for the person it was sent to.",
        );
      await write(db, (tx) => recordReveal(tx, id, actionContext));
      return { done: "Links shown. This was added to the audit log.", revealed: shown.text };
    },
  };
}

const views = ["letter", "text", "head"] as const;
type View = (typeof views)[number];

/** Reads one mail, with its content in the requested format. */
async function readOneMail({ db, actionContext, mail, request }: Staff, id: string) {
  const row = await orNotFound(() => readMail(db, id));
  const requested = new URL(request.url).searchParams.get("as");
  const view = views.find((one) => one === requested) ?? "letter";
  const shown = await mail.preview(row);
  return {
    mail: presentMail(row, actionContext.now),
    view,
    hasContent: shown !== null,
    hasSecrets: !hasNoSecretLinks(row.template),
    text: view === "text" ? (shown?.text ?? "") : "",
    headers: view === "head" ? (shown?.headers ?? []) : [],
    canSendAgain: isSendable(row),
    canReveal: canBeRevealed(row),
  };
}

type OneMailPage = Awaited<ReturnType<typeof readOneMail>>;

/** Metadata of a mail, without its content. */
function presentMail(row: OutboxRow, now: Date) {
  return {
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    template: row.template,
    status: row.status,
    attempts: row.attempts,
    maxAttempts,
    lastError: row.last_error,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
    personId: row.person_id,
    isOfBatch: row.batch !== null,
    canBeGivenUp: row.status === "scheduled" || (row.status === "waiting" && row.claimed_until === null),
    ...progressOf(row, now),
  };
}

type MailDetails = ReturnType<typeof presentMail>;

export default function OneMail({ loaderData: page, actionData }: Route.ComponentProps) {
  const revealed = actionData && "revealed" in actionData ? actionData.revealed : undefined;
  return (
    <Screen
      title={page.mail.subject || "No subject"}
      crumbs={[{ name: "Mail", path: "/dashboard/mail" }]}
      answer={actionData}
    >
      <div className="pad two">
        <MailContent page={page} revealed={revealed} />
        <div className="stack wide-gap">
          <MailFacts mail={page.mail} />
          <MailActions page={page} />
        </div>
      </div>
    </Screen>
  );
}

function MailActions({ page: { mail, canSendAgain, hasContent } }: { page: OneMailPage }) {
  const hasLeft = mail.status === "sent" || mail.status === "stored";
  return (
    <section className="stack">
      <h2>Actions</h2>
      {canSendAgain ? (
        <div>
          <ActionButton intent="again">{"Send again"}</ActionButton>
          <p className="hint">{hasLeft ? "Sends a new copy." : "Starts over with all its tries."}</p>
        </div>
      ) : (
        <p className="note">
          {hasContent
            ? "It can’t be sent again: its links work only once."
            : "It can’t be sent again: its content is not kept. The person can ask for a new one."}
        </p>
      )}
      {mail.canBeGivenUp && (
        <div>
          <ActionButton intent="give-up">Cancel sending</ActionButton>
          <p className="hint">You can send it again later.</p>
        </div>
      )}
      {hasContent && (
        <a className="plain" href={`/dashboard/mail/${mail.id}/eml`} download>
          Download (.eml)
        </a>
      )}
    </section>
  );
}

/** Recipient, state, attempts and result of a mail. */
function MailFacts({ mail }: { mail: MailDetails }) {
  const { to, template, status, isInHand, attempts, maxAttempts, lastError, personId } = mail;
  return (
    <section>
      <h2>Details</h2>
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
          <span className="mute">. {templateLabels[template]?.[1]}.</span>
        </Fact>
        <Fact name="Status">
          <StatusBadge {...mailBadge(status, isInHand)} />
        </Fact>
        <Fact name="Tries">
          {attempts} of {maxAttempts}
        </Fact>
        {lastError && <Fact name="Last error">{lastError}</Fact>}
        <When name="Next try" at={mail.nextAttemptAt} />
        <When name="Created" at={mail.createdAt} />
        <When name={status === "stored" ? "Stored" : "Accepted by your mail server"} at={mail.sentAt} />
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

const viewNames: Record<View, string> = { letter: "E-mail", text: "Plain text", head: "Headers" };

/** Content of the mail as HTML, plain text or headers. */
function MailContent({ page, revealed }: { page: OneMailPage; revealed: string | undefined }) {
  const { mail, view, hasContent, hasSecrets, canReveal } = page;
  if (!hasContent)
    return (
      <Empty title="Content not kept">
        <p>
          {hasSecrets
            ? "The content of e-mails with personal links is deleted once they are sent or expired."
            : "The content of this e-mail is no longer needed."}
        </p>
      </Empty>
    );
  const path = `/dashboard/mail/${mail.id}`;
  const tabs = Object.entries(viewNames).map(([as, name]) => ({
    name,
    isCurrent: as === view,
    to: as === "letter" ? path : `${path}?as=${as}`,
  }));
  return (
    <div className="stack">
      {revealed !== undefined && <pre className="as-text">{revealed}</pre>}
      {hasSecrets && revealed === undefined && (
        <div className="note row">
          <p>
            Personal links are hidden.
            {canReveal && " There is no mail server, so you may need them to help somebody sign in."}
          </p>
          {canReveal && <ActionButton intent="reveal">Show links</ActionButton>}
        </div>
      )}
      <Tabs label="View as" tabs={tabs} />
      <Shown page={page} />
    </div>
  );
}

function Shown({ page: { mail, view, text, headers } }: { page: OneMailPage }) {
  if (view === "text") return <pre className="as-text">{text}</pre>;
  if (view === "letter")
    return <MailPreview src={`/dashboard/mail/${mail.id}/html`} subject={mail.subject} />;
  return (
    <dl className="facts mail-head">
      {headers.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
