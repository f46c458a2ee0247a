import { Mails } from "lucide-react";
import { Link } from "react-router";
import { act } from "../parts/act.ts";
import { refusalIn } from "../parts/answer.ts";
import { Empty } from "../parts/empty.tsx";
import { Pager } from "../parts/pager.tsx";
import { Screen } from "../parts/screen.tsx";
import { Search } from "../parts/search.tsx";
import { openScreen } from "../parts/staff.ts";
import { Tabs } from "../parts/tabs.tsx";
import type { Route } from "./+types/list.ts";
import { mailDeeds } from "./mail-deeds.ts";
import { MailTable } from "./mail-table.tsx";
import { type MailListPage, readMailList } from "./read-mail-list.ts";
import { Standing } from "./standing.tsx";
import { TestForm } from "./test-form.tsx";

/** Admins. */
export async function loader(args: Route.LoaderArgs) {
  return readMailList(await openScreen(args, "admin"));
}

/** Admins. */
export function action(args: Route.ActionArgs) {
  return act(args, "admin", mailDeeds);
}

export default function Mail({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Screen
      title="Mail"
      answer={actionData}
      actions={
        <Link className="btn q" to="/dashboard/mail/templates">
          <Mails className="i" aria-hidden /> Templates
        </Link>
      }
    >
      <div className="pad mail-top">
        <Standing standing={page.standing} />
        <TestForm email={page.email} refused={refusalIn(actionData)} />
      </div>
      <div className="flt">
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
      <select className="in" name="template" defaultValue={template} key={template} aria-label="Template">
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
