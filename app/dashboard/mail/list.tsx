import { Mails } from "lucide-react";
import { Form, Link } from "react-router";
import { LabelledField } from "#app/ui/field.tsx";
import { ActionButton } from "../parts/action-button.tsx";
import { type ActionError, errorIn } from "../parts/action-result.ts";
import { ActionsHeader } from "../parts/actions-header.tsx";
import { Empty } from "../parts/empty.tsx";
import { handleAction } from "../parts/handle-action.ts";
import { Moment } from "../parts/moment.tsx";
import { Pager } from "../parts/pager.tsx";
import { requireScreen } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import { Search } from "../parts/search.tsx";
import { Tabs } from "../parts/tabs.tsx";
import type { Route } from "./+types/list.ts";
import { mailActions } from "./actions.ts";
import { nameTemplate } from "./labels.ts";
import { MailStatusNote } from "./mail-status-note.tsx";
import type { ListedMail } from "./present.ts";
import { type MailListPage, readMailList } from "./read-mail-list.ts";
import { MailStatusBadge } from "./status-badge.tsx";

export async function loader(args: Route.LoaderArgs) {
  return readMailList(await requireScreen(args));
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, mailActions);
}

export default function Mail({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Screen
      title="Mail"
      answer={actionData}
      actions={
        <Link className="btn quiet" to="/dashboard/mail/templates">
          <Mails className="icon" aria-hidden /> Templates
        </Link>
      }
    >
      <div className="pad mail-top">
        <MailStatusNote standing={page.standing} />
        <TestForm email={page.email} refused={errorIn(actionData)} />
      </div>
      <div className="filter-bar">
        <Tabs label="E-mails or bulk" tabs={page.lanes} />
        <Tabs label="Status" tabs={page.statuses} />
        <Filters page={page} />
      </div>
      <MailTable rows={page.rows} />
      {page.rows.length === 0 && <Nothing page={page} />}
      <Pager {...page.pager} words={{ previous: "Newer", next: "Older" }} />
    </Screen>
  );
}

function Filters({ page: { q, status, template, templates, isMany } }: { page: MailListPage }) {
  return (
    <Search q={q} label="Search mail" placeholder="Address or subject">
      {isMany && <input type="hidden" name="to" value="many" />}
      {status && <input type="hidden" name="status" value={status} />}
      <select className="input" name="template" defaultValue={template} key={template} aria-label="Template">
        <option value="">All templates</option>
        {templates.map((one) => (
          <option key={one.template} value={one.template}>
            {one.name}
          </option>
        ))}
      </select>
    </Search>
  );
}

function Nothing({ page: { all, q, isMany, isNarrowed } }: { page: MailListPage }) {
  if (all === 0)
    return (
      <Empty title={isMany ? "No newsletters sent yet" : "No e-mails yet"}>
        <p>
          {isMany
            ? "Newsletters appear here, one line for each reader."
            : "E-mails to members, visitors and staff are kept here for 90 days."}
        </p>
      </Empty>
    );
  return (
    <Empty title={q ? `No e-mail matches “${q}”` : "No e-mails here"}>
      <p>{isNarrowed ? "Remove a filter." : "This page of the list is empty."}</p>
      <Link className="plain" to={isMany ? "/dashboard/mail?to=many" : "/dashboard/mail"}>
        Show all
      </Link>
    </Empty>
  );
}

/** A mail to see whether mail arrives. */
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

/** One page of the outbox, a row each. */
function MailTable({ rows }: { rows: readonly ListedMail[] }) {
  if (rows.length === 0) return null;
  return (
    <table className="table outbox">
      <caption className="visually-hidden">Mail</caption>
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col" className="optional">
            Template
          </th>
          <th scope="col">Status</th>
          <th scope="col">Created</th>
          <ActionsHeader />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ row }: { row: ListedMail }) {
  const { id, to, subject, template, status, isInHand, createdAt } = row;
  return (
    <tr>
      <td className="main">
        <Link className="wrap" to={`/dashboard/mail/${id}`} dir="auto">
          {subject || "No subject"}
        </Link>
        <small className="wrap">to {to}</small>
      </td>
      <td className="optional mute nowrap">{nameTemplate(template)}</td>
      <td>
        <MailStatusBadge status={status} isInHand={isInHand} />
        <Why row={row} />
      </td>
      <td className="num mute nowrap">
        <Moment at={createdAt} />
      </td>
      <td className="actions-cell">
        {status === "dead" && (
          <ActionButton
            intent="again"
            values={{ id }}
            about={`${subject} to ${to}`}
            className="btn quiet compact"
          >
            Send again
          </ActionButton>
        )}
      </td>
    </tr>
  );
}

/** What went wrong, or when it is tried next. */
function Why({ row: { lastError, attempts, nextAttemptAt } }: { row: ListedMail }) {
  if (attempts > 0 && nextAttemptAt)
    return (
      <small className="wrap">
        tried {attempts}×, next try <Moment at={nextAttemptAt} />
      </small>
    );
  return lastError ? <small className="wrap clipped">{lastError}</small> : null;
}
