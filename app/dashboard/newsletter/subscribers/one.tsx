import type { ReactNode } from "react";
import { data, Form, Link } from "react-router";
import { listAuditRows } from "#app/domain/audit/audit.ts";
import { formatSpamReasons } from "#app/domain/leads/spam.ts";
import { eraseSubscribers } from "#app/domain/newsletter/subscribers/change.ts";
import { findSubscriber, type Subscriber } from "#app/domain/newsletter/subscribers/subscriber.ts";
import { describeActions } from "#app/ops/resources/audit/describe-actions.ts";
import { confirmedLabels, endedLabels, subscriberBadges } from "#app/ops/resources/subscribers/labels.ts";
import { subscriberActions } from "#app/ops/resources/subscribers/subscribers.ts";
import { ActionButton } from "../../parts/action-button.tsx";
import { StatusBadge } from "../../parts/badge.tsx";
import { ConfirmCheckbox, requireConfirmed } from "../../parts/confirm-checkbox.tsx";
import { type FormInput, handleAction, redirectWithFlash } from "../../parts/handle-action.ts";
import { Moment } from "../../parts/moment.tsx";
import { requireScreen, type Staff } from "../../parts/require-screen.ts";
import { Fact, Screen } from "../../parts/screen.tsx";
import { ActionRows } from "../../resources/action-rows.tsx";
import type { Route } from "./+types/one.ts";

export async function loader({ params, ...args }: Route.LoaderArgs) {
  const { db, person } = await requireScreen(args);
  const row = await findSubscriber(db, params.id);
  if (!row) throw data(null, { status: 404 });
  const { rows } = await listAuditRows(db, { subject: row.id, limit: 20 });
  const isAdmin = person.role === "admin";
  return {
    subscriber: presentSubscriber(row),
    actions: await describeActions(db, rows, isAdmin ? "admin" : "editor"),
    isAdmin,
  };
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, { ...subscriberActions, erase });
}

export default function OneSubscriber({ loaderData: page, actionData }: Route.ComponentProps) {
  const { subscriber } = page;
  return (
    <Screen
      title={subscriber.email}
      crumbs={[{ name: "Subscribers", path: "/dashboard/call" }]}
      answer={actionData}
    >
      <div className="pad two">
        <div className="stack wide-gap">
          <SubscriberFacts subscriber={subscriber} />
          <section>
            <h2>Activity</h2>
            <ActionRows actions={page.actions} />
          </section>
        </div>
        <SubscriberActions subscriber={subscriber} isAdmin={page.isAdmin} />
      </div>
    </Screen>
  );
}

/** Deletes a subscriber permanently and redirects to the list. */
async function erase(sent: FormInput, { db, actionContext }: Staff): Promise<Response> {
  requireConfirmed(sent);
  await eraseSubscribers(db, sent.all("id"), actionContext);
  return redirectWithFlash("/dashboard/call", { done: "The address and its proof of consent were deleted." });
}

/** Data of one subscriber, without the secrets of their links. */
function presentSubscriber(row: Subscriber) {
  return {
    id: row.id,
    email: row.email,
    status: row.status,
    reference: row.reference,
    consentText: row.consent_text,
    consentedAt: row.consented_at,
    page: row.source_path,
    network: row.network,
    userAgent: row.user_agent,
    confirmedAt: row.confirmed_at,
    confirmedBy: row.confirmed_by,
    endedAt: row.ended_at,
    endedBy: row.ended_by,
    endedReason: row.ended_reason,
    bounces: row.bounces,
    spamReasons: formatSpamReasons(row.spam_reasons),
    canRestore: row.ended_by === "staff" && row.status_before !== "",
  };
}

type SubscriberDetails = ReturnType<typeof presentSubscriber>;

/** Subscription data: consent, confirmation and end. */
function SubscriberFacts({ subscriber }: { subscriber: SubscriberDetails }) {
  const { consentText, consentedAt, page, network, userAgent, reference, spamReasons, confirmedBy } =
    subscriber;
  return (
    <>
      <section>
        <h2>Consent</h2>
        <blockquote className="consent" dir="auto">
          {consentText}
        </blockquote>
        <dl className="facts">
          <Fact name="Given">
            <Moment at={consentedAt} />
          </Fact>
          <Fact name="Page">{page || (confirmedBy === "import" ? "Imported" : "Unknown")}</Fact>
          {network && <Fact name="Network">{network}</Fact>}
          {userAgent && <Fact name="Browser">{userAgent}</Fact>}
          <Fact name="Reference">{reference}</Fact>
        </dl>
      </section>
      <section>
        <h2>Status</h2>
        <dl className="facts">
          <Fact name="Status">
            <StatusBadge {...subscriberBadges[subscriber.status]} />
          </Fact>
          <Fact name="Confirmed">
            <Confirmed {...subscriber} />
          </Fact>
          <Ended {...subscriber} />
          {subscriber.bounces > 0 && <Fact name="Bounces">{subscriber.bounces} in a row</Fact>}
          {spamReasons.length > 0 && <Fact name="Spam check">{spamReasons.join(" ")}</Fact>}
        </dl>
      </section>
    </>
  );
}

function Confirmed({ status, confirmedAt, confirmedBy }: SubscriberDetails) {
  if (confirmedAt)
    return (
      <>
        <Moment at={confirmedAt} /> {confirmedBy && confirmedLabels[confirmedBy]}
      </>
    );
  return status === "pending" ? "Not yet. They get nothing until they click the link we e-mailed." : "Never";
}

function Ended({ endedAt, endedBy, endedReason }: SubscriberDetails) {
  if (endedAt === null) return null;
  return (
    <>
      <Fact name="Ended">
        <Moment at={endedAt} /> {endedBy && endedLabels[endedBy]}
      </Fact>
      {endedReason && <Fact name="Reason">{endedReason}</Fact>}
    </>
  );
}

interface SubscriberActionsProps {
  subscriber: SubscriberDetails;
  isAdmin: boolean;
}

function SubscriberActions({ subscriber, isAdmin }: SubscriberActionsProps) {
  const { id, email, status, canRestore } = subscriber;
  const isOn = status === "confirmed" || status === "pending" || status === "bounced";
  return (
    <div className="stack wide-gap">
      <section className="stack">
        <h2>Actions</h2>
        {canRestore && (
          <SubscriberAction hint="Only subscriptions that staff ended can be restored. People who unsubscribed have to subscribe again themselves.">
            <ActionButton intent="restore" values={{ id }}>
              Undo
            </ActionButton>
          </SubscriberAction>
        )}
        {status === "pending" && (
          <SubscriberAction hint="Sends the confirmation link again. It is valid for 7 days.">
            <ActionButton intent="ask-again" values={{ id }}>
              Resend confirmation
            </ActionButton>
          </SubscriberAction>
        )}
        {isOn && (
          <>
            <SubscriberAction hint="They get no more newsletters. Use this when somebody asks you by phone, for example.">
              <ActionButton intent="unsubscribe" values={{ id }}>
                Unsubscribe
              </ActionButton>
            </SubscriberAction>
            <SubscriberAction hint="They reported an e-mail as spam. They get no more newsletters, and imports skip them.">
              <ActionButton intent="complained" values={{ id }}>
                Mark as complained
              </ActionButton>
            </SubscriberAction>
          </>
        )}
        {!isOn && !canRestore && (
          <p className="note">Only its owner can subscribe this address again, on the site.</p>
        )}
        {isAdmin && (
          <Link className="plain" to={`/dashboard/mail?${new URLSearchParams({ q: email })}`}>
            E-mails to this address
          </Link>
        )}
      </section>
      <Erase id={id} />
    </div>
  );
}

function SubscriberAction({ hint, children }: { hint: string; children: ReactNode }) {
  return (
    <div>
      {children}
      <p className="hint">{hint}</p>
    </div>
  );
}

function Erase({ id }: { id: string }) {
  return (
    <section className="stack">
      <h2>Delete</h2>
      <p className="hint">
        For somebody who asks you to delete their data. The proof of consent is deleted too. This can’t be
        undone. If they only want no more newsletters, unsubscribe them instead, so that no import adds them
        again.
      </p>
      <Form method="post" className="row" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <ConfirmCheckbox label="Delete this person’s data for good" />
        <button className="btn quiet bad" type="submit" name="intent" value="erase">
          Delete permanently
        </button>
      </Form>
    </section>
  );
}
