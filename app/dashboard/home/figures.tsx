import { nameDay } from "./plot.tsx";
import type { Chart } from "./read-chart.ts";

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
