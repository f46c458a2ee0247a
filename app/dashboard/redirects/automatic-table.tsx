import type { AutomaticRedirect } from "#app/content/redirects/list-automatic.ts";
import { spell } from "./redirect-table.tsx";

/** What renames have left; they follow their entries and are not changed by hand. */
export function AutomaticTable({ rows }: { rows: readonly AutomaticRedirect[] }) {
  if (rows.length === 0) return null;
  return (
    <table className="tb">
      <thead>
        <tr>
          <th scope="col">Old address</th>
          <th scope="col">Redirect to</th>
          <th scope="col" className="opt">
            Source
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, kind, from, to }) => (
          <tr key={`${kind} ${id}`}>
            <td className="main wrap" dir="ltr">
              {spell(from)}
            </td>
            <td>
              <span className="wrap" dir="auto">
                {to.title}
              </span>
              <small className="wrap">
                {to.isPublic ? spell(to.path) : "not published: visitors see “not found”"}
              </small>
            </td>
            <td className="opt mute nw">Automatic</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
