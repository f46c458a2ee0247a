import { Download } from "lucide-react";
import { Form, Link } from "react-router";
import { Empty } from "../parts/empty.tsx";
import { Moment } from "../parts/moment.tsx";
import { Pager } from "../parts/pager.tsx";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/list.ts";
import { Sentence } from "./deeds.tsx";
import { readAudit } from "./read-audit.ts";

/** Admins. */
export async function loader(args: Route.LoaderArgs) {
  return readAudit(await openScreen(args, "admin"));
}

export default function Audit({ loaderData: page }: Route.ComponentProps) {
  return (
    <Screen title="Audit">
      <Filters {...page} />
      {page.deeds.length > 0 ? <Table deeds={page.deeds} /> : <Nothing {...page} />}
      <Pager {...page.pager} words={{ previous: "Newer", next: "Older" }}>
        <a className="plain" href={page.csv}>
          <Download className="i" aria-hidden /> This list as CSV
        </a>
      </Pager>
    </Screen>
  );
}

type Page = Route.ComponentProps["loaderData"];

function Filters({ who, action, actions, about, from, to, isFiltered }: Page) {
  return (
    <Form className="flt sift" role="search">
      <label>
        Who <input className="in" name="who" defaultValue={who} placeholder="Name or e-mail" />
      </label>
      <label>
        What{" "}
        <select className="in" name="action" defaultValue={action}>
          <option value="">Anything</option>
          {actions.map((one) => (
            <option key={one.action} value={one.action}>
              {one.name}
            </option>
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
        Show
      </button>
      {isFiltered && (
        <Link className="plain" to="/dashboard/audit">
          Show everything
        </Link>
      )}
    </Form>
  );
}

function Table({ deeds }: Pick<Page, "deeds">) {
  return (
    <table className="tb">
      <thead>
        <tr>
          <th scope="col">What was done</th>
          <th scope="col">When</th>
          <th scope="col" className="opt">
            From
          </th>
          <th scope="col" className="opt">
            Request
          </th>
        </tr>
      </thead>
      <tbody>
        {deeds.map((deed) => (
          <tr key={deed.id}>
            <td className="main">
              <Sentence deed={deed} />
              {deed.subject?.id && (
                <small>
                  <Link to={`/dashboard/audit?about=${encodeURIComponent(deed.subject.id)}`}>
                    All of this<span className="vh"> {deed.subject.name}</span>
                  </Link>
                </small>
              )}
            </td>
            <td className="nw">
              <Moment at={deed.at} />
            </td>
            <td className="opt num">{deed.network}</td>
            <td className="opt num">
              <small>{deed.requestId.slice(0, 8)}</small>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Nothing({ isUnknown, isFiltered, who }: Page) {
  if (!isFiltered) return <Empty title="Nothing is on record yet" />;
  return (
    <Empty title={isUnknown ? `“${who}” is nobody, or several people` : "Nothing on record fits"}>
      <p>
        {isUnknown
          ? "Give a whole e-mail address, or more of the name."
          : "Take away a filter, or widen the days."}
      </p>
      <Link className="plain" to="/dashboard/audit">
        Show everything
      </Link>
    </Empty>
  );
}
