import { Form, Link } from "react-router";
import type { LostAddress } from "#app/content/lost/list-lost.ts";
import type { Suggestion } from "#app/content/lost/suggest-entry.ts";
import { ActHead } from "../parts/act-head.tsx";
import { DeedButton } from "../parts/deed-button.tsx";
import { Moment } from "../parts/moment.tsx";
import { spell } from "./redirect-table.tsx";

type Row = LostAddress & { suggestion: Suggestion | null };

export function LostTable({ rows, isIgnored }: { rows: readonly Row[]; isIgnored: boolean }) {
  if (rows.length === 0) return null;
  return (
    <table className="tb">
      <thead>
        <tr>
          <th scope="col">Address</th>
          <th scope="col">Visits</th>
          <th scope="col">Fix</th>
          <ActHead />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="main">
              <b className="wrap" dir="ltr">
                {spell(row.address)}
              </b>
              {row.referrer && <small>from {row.referrer}</small>}
            </td>
            <td className="nw">
              <span className="num">
                {row.count.toLocaleString("en")} {row.count === 1 ? "time" : "times"}
              </span>
              <small>
                last <Moment at={row.lastAt} />
              </small>
            </td>
            <td>{!isIgnored && <Mend row={row} />}</td>
            <td className="act">
              <DeedButton
                intent={isIgnored ? "watch" : "ignore"}
                values={{ address: row.address }}
                about={row.address}
                className="btn q sm"
              >
                {isIgnored ? "Stop ignoring" : "Ignore"}
              </DeedButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One press leads it to the entry it most likely means; or an address is typed. */
function Mend({ row: { address, suggestion } }: { row: Row }) {
  return (
    <div className="mend">
      {suggestion && (
        <DeedButton
          intent="add"
          values={{ from: address, kind: "entry", entry: suggestion.id }}
          about={address}
          className="btn q sm"
        >
          <span className="wrap" dir="auto">
            Redirect to “{suggestion.title}”
          </span>
        </DeedButton>
      )}
      <Form method="post" className="sift">
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="from" value={address} />
        <input type="hidden" name="kind" value="path" />
        <input
          className="in"
          name="to"
          placeholder="/another-page"
          aria-label={`Redirect ${address} to`}
          dir="ltr"
        />
        <button className="btn q sm" type="submit">
          Redirect
        </button>
      </Form>
      <Link className="plain vh" to={`/dashboard/redirects?try=${encodeURIComponent(address)}`}>
        Try {address}
      </Link>
    </div>
  );
}
