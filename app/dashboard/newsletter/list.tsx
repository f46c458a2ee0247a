import { Plus } from "lucide-react";
import { Form, Link } from "react-router";
import { readSettings } from "#app/company/settings.ts";
import { write } from "#app/database/database.ts";
import { createIssue } from "#app/newsletter/issues.ts";
import { act } from "../parts/act.ts";
import { Empty } from "../parts/empty.tsx";
import { leadOn } from "../parts/lead-on.ts";
import { Pager } from "../parts/pager.tsx";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import { Tabs } from "../parts/tabs.tsx";
import type { Route } from "./+types/list.ts";
import { firstSubject } from "./first-subject.ts";
import { IssueTable } from "./issue-table.tsx";
import { readList } from "./read-list.ts";
import { sayReaders } from "./say-progress.ts";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  return readList(await openScreen(args));
}

/** Editors and admins. */
export function action(args: Route.ActionArgs) {
  return act(args, "editor", {
    write: async (_, { db, deed, timeZone }) => {
      const { company } = await readSettings(db);
      const subject = firstSubject(company.name, deed.now, timeZone);
      const id = await write(db, (tx) => createIssue(tx, { subject }, deed));
      return leadOn(`/dashboard/newsletter/${id}`);
    },
  });
}

export default function Newsletters({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <Screen
      title="Newsletter"
      count={page.tabs[0]?.count}
      answer={actionData}
      actions={
        <Form method="post" className="one">
          <button className="btn" type="submit" name="intent" value="write">
            <Plus className="i" aria-hidden /> New newsletter
          </button>
        </Form>
      }
    >
      <div className="flt">
        <Tabs label="Status" tabs={page.tabs} />
        <p className="mute confirmed">
          <Link className="plain" to="/dashboard/call">
            {sayReaders(page.readers)}
          </Link>{" "}
          confirmed
        </p>
      </div>
      <IssueTable issues={page.rows} />
      {page.rows.length === 0 && <NoIssues {...page} />}
      <Pager {...page.pager} words={{ previous: "Newer", next: "Older" }} />
    </Screen>
  );
}

function NoIssues({ view, name, readers }: { view: string; name: string; readers: number }) {
  if (view !== "")
    return (
      <Empty title={`No newsletters under “${name}”`}>
        <Link className="plain" to="/dashboard/newsletter">
          Show all newsletters
        </Link>
      </Empty>
    );
  return (
    <Empty title="No newsletters yet">
      <p>
        A newsletter is an e-mail to everybody who has confirmed their subscription:{" "}
        {readers === 0 ? "nobody yet" : `${sayReaders(readers)} today`}. Each one has a link to unsubscribe
        and, if you like, a place in the <a href="/newsletter/archive">public archive</a>.
      </p>
      {readers === 0 && (
        <p>
          People subscribe in the footer of every page and at <a href="/newsletter">/newsletter</a>.
        </p>
      )}
    </Empty>
  );
}
