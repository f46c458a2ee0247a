import { Link } from "react-router";
import { Moment } from "../../parts/moment.tsx";
import { ImportCounts, ReportList } from "./problem-list.tsx";
import type { ImportOnScreen } from "./read-import.ts";

/** What came of an import: how much, where it stands, and where former addresses lead. */
export function OutcomeView({ current: { outcome, backedUpAt } }: { current: ImportOnScreen }) {
  if (!outcome) return null;
  const { counts, replaced, lists, redirects, report } = outcome;
  return (
    <>
      <h2>What came in</h2>
      <ImportCounts counts={counts} />
      {replaced > 0 && <p>{replaced.toLocaleString("en")} of them took the place of what was there.</p>}
      {lists.map(({ label, path, count, examples }) => (
        <p key={path} className="wrap">
          <Link to={path}>{label}</Link>:{" "}
          {examples.map((one, at) => (
            <span key={one.path}>
              {at > 0 && ", "}
              <Link className="plain" to={one.path}>
                {one.title}
              </Link>
            </span>
          ))}
          {count > examples.length && ` and ${(count - examples.length).toLocaleString("en")} more`}
        </p>
      ))}
      {redirects.count > 0 && (
        <details>
          <summary className="plain">
            Former addresses that lead here ({redirects.count.toLocaleString("en")})
          </summary>
          <ul className="found-list">
            {redirects.first.map(({ from, to }) => (
              <li key={from}>
                <b className="wrap">{from}</b>
                <small className="wrap">to {to}</small>
              </li>
            ))}
          </ul>
          <p>
            <Link to="/dashboard/redirects">All redirects</Link>
          </p>
        </details>
      )}
      <ReportList title="What did not come along as it was" report={report} />
      <p className="note">
        {backedUpAt ? (
          <>
            To take it back, restore the <Link to="/dashboard/backups">backup</Link> of{" "}
            <Moment at={backedUpAt} inSentence /> on the server, or move what came to the trash.
          </>
        ) : (
          "No backup was made before it. To take it back, move what came to the trash."
        )}
      </p>
    </>
  );
}
