import type { ReactNode } from "react";
import { Form, useOutletContext, useSubmit } from "react-router";
import { statuses, statusNames } from "#app/domain/leads/lead-kinds.ts";
import { Moment } from "../parts/moment.tsx";
import type { ListContext } from "./lead-list.tsx";
import type { LeadPage } from "./lead-screen.ts";
import { DeliveryNote } from "./record.tsx";

/** Details of one lead, and its assignment and status. */
export function LeadSide({ lead }: { lead: LeadPage }) {
  return (
    <aside className="side" aria-label="Details">
      <StatusForms lead={lead} />
      <Facts lead={lead} />
      {lead.spam.length > 0 && (
        <section>
          <h3>Spam check</h3>
          <ul className="rules">
            {lead.spam.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </section>
      )}
      <Notices lead={lead} />
      <Actions lead={lead} />
      {lead.deletesAt && (
        <p className="mute small">
          Deleted automatically: <Moment at={lead.deletesAt} inSentence />
        </p>
      )}
    </aside>
  );
}

function StatusForms({ lead }: { lead: LeadPage }) {
  const submit = useSubmit();
  return (
    <>
      <Form method="post" className="field" onChange={(event) => void submit(event.currentTarget)}>
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="id" value={lead.id} />
        <label htmlFor="f-status-of-one">Status</label>
        <span className="with-button">
          <select
            className="input"
            id="f-status-of-one"
            name="status"
            defaultValue={lead.status}
            key={lead.status}
          >
            {statuses.map((status) => (
              <option key={status} value={status}>
                {statusNames[status]}
              </option>
            ))}
          </select>
        </span>
      </Form>
      <Form method="post" className="field" onChange={(event) => void submit(event.currentTarget)}>
        <input type="hidden" name="intent" value="assign" />
        <input type="hidden" name="id" value={lead.id} />
        <label htmlFor="f-assignee-of-one">Assignee</label>
        <span className="with-button">
          <select
            className="input"
            id="f-assignee-of-one"
            name="assignee"
            defaultValue={lead.assigneeId ?? ""}
            key={lead.assigneeId}
          >
            <option value="">Unassigned</option>
            {lead.staff.map(({ id, name }) => (
              <option key={id} value={id}>
                {id === lead.me.id ? `${name} (me)` : name}
              </option>
            ))}
          </select>
        </span>
      </Form>
      <Snooze lead={lead} />
    </>
  );
}

function Snooze({ lead: { id, snooze, snoozedUntil } }: { lead: LeadPage }) {
  const { nextId } = useOutletContext<ListContext>();
  return (
    <Form method="post" className="field">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="next" value={nextId} />
      <label htmlFor="f-until-of-one">Snooze until</label>
      {snoozedUntil && (
        <p className="small slow">
          Snoozed until <Moment at={snoozedUntil} inSentence />
        </p>
      )}
      <span className="with-button">
        <select className="input" id="f-until-of-one" name="until">
          {snoozedUntil && <option value="">End snooze</option>}
          {snooze.map(({ name, until }) => (
            <option key={name} value={until}>
              {name}
            </option>
          ))}
        </select>
        <button className="btn quiet compact" type="submit" name="intent" value="snooze">
          Snooze
        </button>
      </span>
      <details>
        <summary className="plain small">Pick date and time</summary>
        <span className="with-button">
          <input
            className="input"
            type="datetime-local"
            name="moment"
            aria-label="Date and time to snooze until"
          />
          <button className="btn quiet compact" type="submit" name="intent" value="snooze-until">
            Snooze
          </button>
        </span>
      </details>
    </Form>
  );
}

function Facts({ lead: { facts, reference } }: { lead: LeadPage }) {
  const subject = encodeURIComponent(`Your message, ${reference}`);
  const rows: [label: string, values: string[], render: (value: string) => ReactNode][] = [
    ["E-mail", facts.emails, (email) => <a href={`mailto:${email}?subject=${subject}`}>{email}</a>],
    ["Phone", facts.phones, (phone) => <Phone phone={phone} />],
    ["Company", facts.companies, asText],
    ["Service", facts.services, asText],
    ["Best time", facts.bestTimes, asText],
    ["Page", facts.pages, (path) => <a href={path}>{path}</a>],
    // Plain text, because a click would reveal the dashboard's address to that site.
    ["Referrer", facts.referrers, asText],
    ["Consent", facts.consents, asText],
  ];
  return (
    <dl className="facts-of-one">
      {rows.flatMap(([label, values, render]) =>
        values.length > 0 ? (
          <div key={label}>
            <dt>{label}</dt>
            {values.map((value) => (
              <dd key={value} dir="auto">
                {render(value)}
              </dd>
            ))}
          </div>
        ) : (
          []
        ),
      )}
    </dl>
  );
}

function asText(value: string): ReactNode {
  return value;
}

function Phone({ phone }: { phone: string }) {
  return (
    <>
      <a className="num" href={`tel:${phone}`}>
        {phone}
      </a>{" "}
      <a href={`https://wa.me/${phone.replace(/\D/g, "")}`} target="_blank" rel="noopener noreferrer">
        WhatsApp
      </a>
    </>
  );
}

function Notices({ lead: { notices } }: { lead: LeadPage }) {
  if (notices.length === 0) return null;
  return (
    <section>
      <h3>E-mails</h3>
      <ul className="rules">
        {notices.map(({ id, isReceipt, recipient, delivery }) => (
          <li key={id}>
            {isReceipt ? "Receipt to the sender" : `Notice to ${recipient}`}
            <br />
            <DeliveryNote delivery={delivery} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Actions({ lead: { id, status, answeredAt, kind } }: { lead: LeadPage }) {
  const { nextId } = useOutletContext<ListContext>();
  return (
    <Form method="post" className="row">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="next" value={nextId} />
      {status === "spam" ? (
        <button className="btn quiet" type="submit" name="intent" value="status-new">
          Not spam
        </button>
      ) : (
        <>
          {kind === "message" && answeredAt === null && (
            <button className="btn quiet" type="submit" name="intent" value="answered">
              Mark as answered
            </button>
          )}
          <button className="btn quiet bad" type="submit" name="intent" value="status-spam">
            Mark as spam
          </button>
        </>
      )}
    </Form>
  );
}
