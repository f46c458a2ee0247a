import { nameDay } from "./plot.tsx";
import type { Chart } from "./read-chart.ts";

/** Which pages are read most, and who led there. */
export function Readership({ pages, sources }: Pick<Chart, "pages" | "sources">) {
  if (pages.length === 0)
    return <p className="mute">Nobody has been counted yet. Robots and staff never are.</p>;
  return (
    <div className="readership">
      <div>
        <h2>Read most</h2>
        <ol className="lines">
          {pages.map(({ path, views }) => (
            <li key={path}>
              <div>
                <b>{path === "*" ? "All other pages" : <a href={path}>{namePage(path)}</a>}</b>
                <span className="trailing num">{views.toLocaleString("en")}</span>
              </div>
            </li>
          ))}
        </ol>
      </div>
      <div>
        <h2>Referrers</h2>
        <ol className="lines">
          {sources.map(({ host, visits }) => (
            <li key={host}>
              <div>
                <b>{nameSource(host)}</b>
                <span className="trailing num">{visits.toLocaleString("en")}</span>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** Hosts are no links: anybody can make one up to be visited from here. */
function nameSource(host: string): string {
  if (host === "") return "Direct";
  return host === "*" ? "Other sites" : host;
}

function namePage(path: string): string {
  if (path === "/") return "Home page";
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The chart as numbers, the newest day first. */
export function Figures({ days }: { days: Chart["days"] }) {
  return (
    <details className="figures">
      <summary>Show as table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the box is moved by keys */}
      <section className="figures-table" aria-label="Figures of the last 30 days" tabIndex={0}>
        <table className="num">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Received</th>
              <th scope="col">Waiting</th>
              <th scope="col">Visits</th>
              <th scope="col">Page views</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, leads, open, visits, views }) => (
              <tr key={day}>
                <th scope="row">{nameDay(day)}</th>
                {[leads, open, visits, views].map((count, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the columns stand still
                  <td key={index}>{count.toLocaleString("en")}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <a className="link" href="/dashboard/home/visits.csv">
        Export visits as CSV
      </a>
    </details>
  );
}
