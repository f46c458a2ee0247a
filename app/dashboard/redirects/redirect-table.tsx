import { Link } from "react-router";
import type { ListedRedirect } from "#app/content/urls/redirects/list-redirects.ts";
import { ActionButton } from "../parts/action-button.tsx";
import { ActionsHeader } from "../parts/actions-header.tsx";
import { Moment } from "../parts/moment.tsx";

export function RedirectList({ rows }: { rows: readonly ListedRedirect[] }) {
  if (rows.length === 0) return null;
  return (
    <table className="tb">
      <thead>
        <tr>
          <th scope="col">Old address</th>
          <th scope="col">Redirect to</th>
          <th scope="col" className="opt">
            Created
          </th>
          <ActionsHeader />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="main">
              <Link className="wrap" to={`/dashboard/redirects/${row.id}`} dir="ltr">
                {spell(row.from)}
              </Link>
            </td>
            <td>
              <Target row={row} />
            </td>
            <td className="opt nw">
              <Moment at={row.createdAt} />
            </td>
            <td className="act">
              <ActionButton intent="delete" values={{ id: row.id }} about={row.from} className="btn q sm bad">
                Delete
              </ActionButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Target({ row: { to, entry, end } }: { row: ListedRedirect }) {
  const said = "path" in to ? to.path : "url" in to ? to.url : (entry?.path ?? "");
  return (
    <>
      <span className="wrap" dir={entry ? "auto" : "ltr"}>
        {entry ? entry.title : spell(said)}
      </span>
      {entry && (
        <small className="wrap">
          {entry.isPublic ? spell(entry.path) : "not published: visitors see “not found”"}
        </small>
      )}
      {"url" in to && <small>another site</small>}
      {!entry && end === null && <small className="wrong">redirect loop: visitors see “not found”</small>}
      {!entry && end !== null && end !== said && <small className="wrap">ends at {spell(end)}</small>}
    </>
  );
}

/** As people read it: Bangla as Bangla. */
export function spell(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
