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
import { write } from "#app/database/database.ts";
import type { OutboxRow } from "#app/mail/outbox/claims.ts";
import { giveUp, isSendable, readMail, recordReveal, sendAgain } from "#app/mail/outbox/handle-mail.ts";
import { canBeRevealed } from "#app/mail/outbox/mail-service.ts";
import { mostTries } from "#app/mail/outbox/outbox.ts";
import { isLasting } from "#app/mail/templates/mail-content.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { mailBadge, nameTemplate, notSent, templateLabels } from "#app/resources/mail/labels.ts";
import { progressOf } from "#app/resources/mail/outgoing-mail.ts";
import type { Route } from "./+types/one.ts";
import { MailPreview } from "./mail-frame.tsx";

export async function loader({ params, ...args }: Route.LoaderArgs) {
  return readOneMail(await requireScreen(args), params.id);
}

export function action({ params, ...args }: Route.ActionArgs) {
  return handleAction<{ revealed?: string }>(args, singleMailActions(params.id));
}

/** What can be done with one mail. */
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
      await write(db, (tx) => giveUp(tx, id, actionContext));
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

/** One mail, and what it says as it is asked for. */
async function readOneMail({ db, actionContext, mail, request }: Staff, id: string) {
  const row = await orNotFound(() => readMail(db, id));
  const asked = new URL(request.url).searchParams.get("as");
  const view = views.find((one) => one === asked) ?? "letter";
  const shown = await mail.look(row);
  return {
    mail: presentKnown(row, actionContext.now),
    view,
    hasWords: shown !== null,
    hasSecrets: !isLasting(row.template),
    text: view === "text" ? (shown?.text ?? "") : "",
    headers: view === "head" ? (shown?.headers ?? []) : [],
    canSendAgain: isSendable(row),
    canReveal: canBeRevealed(row),
  };
}

type OneMailPage = Awaited<ReturnType<typeof readOneMail>>;

/** All that is known of a mail but what it says. */
function presentKnown(row: OutboxRow, now: Date) {
  return {
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    template: row.template,
    status: row.status,
    attempts: row.attempts,
    mostTries,
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

type KnownMail = ReturnType<typeof presentKnown>;

export default function OneMail({ loaderData: page, actionData }: Route.ComponentProps) {
  const revealed = actionData && "revealed" in actionData ? actionData.revealed : undefined;
  return (
    <Screen
      title={page.mail.subject || "No subject"}
      crumbs={[{ name: "Mail", path: "/dashboard/mail" }]}
      answer={actionData}
    >
      <div className="pad two">
        <WhatItSays page={page} revealed={revealed} />
        <div className="stack wide-gap">
          <MailFacts mail={page.mail} />
          <WhatToDo page={page} />
        </div>
      </div>
    </Screen>
  );
}

function WhatToDo({ page: { mail, canSendAgain, hasWords } }: { page: OneMailPage }) {
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
          {hasWords
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
      {hasWords && (
        <a className="plain" href={`/dashboard/mail/${mail.id}/eml`} download>
          Download (.eml)
        </a>
      )}
    </section>
  );
}

/** Whom it goes to, where it stands, how often it was tried and what came of it. */
function MailFacts({ mail }: { mail: KnownMail }) {
  const { to, template, status, isInHand, attempts, mostTries, lastError, personId } = mail;
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
          {attempts} of {mostTries}
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

/** The mail as it is read, as plain text, or the lines on top of it. */
function WhatItSays({ page, revealed }: { page: OneMailPage; revealed: string | undefined }) {
  const { mail, view, hasWords, hasSecrets, canReveal } = page;
  if (!hasWords)
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
