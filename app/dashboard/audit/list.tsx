import { Download } from "lucide-react";
import { Form, Link } from "react-router";
import { FreshLink } from "#app/pages/fresh-link.tsx";
import { stampMoment } from "#app/text/moments.ts";
import { Empty } from "../parts/empty.tsx";
import { Pager } from "../parts/pager.tsx";
import { requireScreen } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/list.ts";
import { Sentence } from "./action-rows.tsx";
import { readAudit } from "./read-audit.ts";

export async function loader(args: Route.LoaderArgs) {
  return readAudit(await requireScreen(args));
}

export default function Audit({ loaderData: page }: Route.ComponentProps) {
  return (
    <Screen title="Audit log">
      <Filters {...page} />
      {page.actions.length > 0 ? <Table {...page} /> : <Nothing {...page} />}
      <Pager {...page.pager} words={{ previous: "Newer", next: "Older" }}>
        <FreshLink className="plain" href={page.csv}>
          <Download className="i" aria-hidden /> Export as CSV
        </FreshLink>
      </Pager>
    </Screen>
  );
}

type Page = Route.ComponentProps["loaderData"];

function Filters({ who, action, groups, about, from, to, isFiltered }: Page) {
  return (
    <Form className="flt sift" role="search">
      <label>
        Person <input className="in" name="who" defaultValue={who} placeholder="Name or e-mail" />
      </label>
      <label>
        Activity{" "}
        <select className="in" name="action" defaultValue={action}>
          <option value="">All activity</option>
          {groups.map(({ name, choices }) => (
            <optgroup key={name} label={name}>
              {choices.map((choice) => (
                <option key={choice.action} value={choice.action}>
                  {choice.name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <label>
        From <input className="in day" type="date" name="from" defaultValue={from} />
      </label>
      <label>
        To <input className="in day" type="date" name="to" defaultValue={to} />
      </label>
      {about && <input type="hidden" name="about" value={about} />}
      <button className="btn q" type="submit">
        Filter
      </button>
      {isFiltered && (
        <Link className="plain" to="/dashboard/audit">
          Clear filters
        </Link>
      )}
    </Form>
  );
}

function Table({ actions, timeZone }: Page) {
  return (
    <table className="tb">
      <thead>
        <tr>
          <th scope="col">Activity</th>
          <th scope="col">Time ({timeZone})</th>
          <th scope="col" className="opt">
            Network
          </th>
          <th scope="col" className="opt">
            Request
          </th>
        </tr>
      </thead>
      <tbody>
        {actions.map((action) => (
          <tr key={action.id}>
            <td className="main">
              <Sentence action={action} />
              {action.subject?.id && (
                <small>
                  <Link to={`/dashboard/audit?about=${encodeURIComponent(action.subject.id)}`}>
                    Filter<span className="vh"> by {action.subject.name}</span>
                  </Link>
                </small>
              )}
            </td>
            <td className="nw">
              <time dateTime={action.at}>{stampMoment(action.at, timeZone)}</time>
            </td>
            <td className="opt num">{action.network}</td>
            <td className="opt num">
              <small>{action.requestId.slice(0, 8)}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Nothing({ isUnknown, isFiltered, who }: Page) {
  if (!isFiltered) return <Empty title="No activity yet" />;
  return (
    <Empty title={isUnknown ? `“${who}” does not match one person` : "No activity matches these filters"}>
      <p>
        {isUnknown
          ? "Enter the whole e-mail address, or more of the name."
          : "Remove a filter, or choose a longer time."}
      </p>
      <Link className="plain" to="/dashboard/audit">
        Clear filters
      </Link>
    </Empty>
  );
}
