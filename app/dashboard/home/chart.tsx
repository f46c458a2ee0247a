import { Tabs } from "#app/dashboard/parts/list-screen.tsx";
import type { Chart, Chart as ChartData } from "./read-home.ts";

/** Chart of messages or visits in the last thirty days. */
export function ChartFigure({ chart }: { chart: ChartData }) {
  const { shown, days } = chart;
  const isVisits = shown === "visits";
  const bars = days.map(({ day, leads, open, visits }) =>
    isVisits ? { day, done: visits, open: 0 } : { day, done: leads - open, open },
  );
  const highest = Math.max(...bars.map(({ done, open }) => done + open));
  const unit = chooseUnit(highest);
  const sum = (read: (day: (typeof days)[number]) => number) =>
    days.reduce((total, day) => total + read(day), 0);
  const [leads, open, visits, views] = [
    sum((day) => day.leads),
    sum((day) => day.open),
    sum((day) => day.visits),
    sum((day) => day.views),
  ].map((count) => count.toLocaleString("en"));
  const total = isVisits
    ? `${visits} visits in 30 days, ${views} page views`
    : `${leads} in 30 days, ${open} waiting for a reply`;
  return (
    <section className="chart" aria-label="The last 30 days">
      <div className="caption">
        <Tabs
          label="What the chart shows"
          tabs={[
            { name: "Messages and calls", to: "/dashboard/home", isCurrent: !isVisits },
            { name: "Visits", to: "/dashboard/home?chart=visits", isCurrent: isVisits },
          ]}
        />
        <span className="num">{total}</span>
        <Key isVisits={isVisits} unit={unit} />
      </div>
      <Plot
        bars={bars}
        unit={unit}
        label={`${isVisits ? "Visits" : "Messages and calls"} a day: ${total}, ${highest} at most`}
      />
      {isVisits && <Readership pages={chart.pages} sources={chart.sources} />}
      <Figures days={days} />
    </section>
  );
}

function Key({ isVisits, unit }: { isVisits: boolean; unit: number }) {
  const count = unit === 1 ? "one" : unit.toLocaleString("en");
  const what = isVisits
    ? unit === 1
      ? "visit"
      : "visits"
    : unit === 1
      ? "message or call"
      : "messages or calls";
  return (
    <>
      <span className="key">
        <svg viewBox="0 0 20 8" aria-hidden="true">
          <path className="thread-line" d="M3 4h14" />
        </svg>
        {`${count} ${what}`}
      </span>
      {!isVisits && (
        <span className="key">
          <svg viewBox="0 0 20 8" aria-hidden="true">
            <rect className="bar" x=".7" y=".7" width="18.6" height="6.6" rx="3.3" />
          </svg>
          waiting for a reply
        </span>
      )}
    </>
  );
}

export interface StackedBar {
  day: string;
  done: number;
  open: number;
}

interface PlotProps {
  bars: readonly StackedBar[];
  /** Count that one thread represents. */
  unit: number;
  /** Text alternative of the chart. */
  label: string;
}

const pitch = 9;
const column = 32;
const left = 40;
const threadLength = 14;

/**
 * Stacked bars, one per day: filled for done, hollow for open, so readable without colour. Rendered on the
 * server.
 */
function Plot({ bars, unit, label }: PlotProps) {
  const highest = Math.max(10, ...bars.map(({ done, open }) => stackBar(done, open, unit).length));
  const bottom = highest * pitch + 14.5;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <div className="scroll" role="img" aria-label={label} tabIndex={0}>
      <svg className="plot" viewBox={`0 0 1000 ${bottom + 25.5}`} aria-hidden="true">
        {[0, 5, 10].map((row) => (
          <g key={row}>
            <path className="grid" d={`M34 ${bottom - row * pitch}H994`} />
            <text x="28" y={bottom - row * pitch + 3.5} textAnchor="end">
              {(row * unit).toLocaleString("en")}
            </text>
          </g>
        ))}
        {bars.map(({ day, done, open }, index) => (
          <g key={day} transform={`translate(${left + index * column} ${bottom - 5.5})`}>
            {stackBar(done, open, unit).map(({ row, part, isOpen }) =>
              isOpen ? (
                <rect
                  key={row}
                  className="bar"
                  x="0"
                  y={-row * pitch - 3}
                  width={6 + threadLength * part}
                  height="6"
                  rx="3"
                />
              ) : (
                <path key={row} className="thread-line" d={`M3 ${-row * pitch}h${threadLength * part}`} />
              ),
            )}
            <DayLabel day={day} back={bars.length - 1 - index} />
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Labels today, and every seventh day before it. */
function DayLabel({ day, back }: { day: string; back: number }) {
  if (back % 7 !== 0) return null;
  return (
    <text className={back === 0 ? "now" : undefined} x="10" y="25" textAnchor="middle">
      {back === 0 ? "Today" : formatDay(day)}
    </text>
  );
}

const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a day as "14 Nov". */
function formatDay(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** Most visited pages and sources of visits. */
function Readership({ pages, sources }: Pick<Chart, "pages" | "sources">) {
  if (pages.length === 0) return <p className="mute">No visits yet. Bots and staff aren’t counted.</p>;
  return (
    <div className="readership">
      <div>
        <h2>Read most</h2>
        <ol className="lines">
          {pages.map(({ path, views }) => (
            <li key={path}>
              <div>
                <b>{path === "*" ? "All other pages" : <a href={path}>{formatPage(path)}</a>}</b>
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
                <b>{formatSource(host)}</b>
                <span className="trailing num">{visits.toLocaleString("en")}</span>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** Host of a source as plain text: referrers can be forged to attract clicks. */
function formatSource(host: string): string {
  if (host === "") return "Direct";
  return host === "*" ? "Other sites" : host;
}

function formatPage(path: string): string {
  if (path === "/") return "Home page";
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Table of the chart's numbers, newest day first. */
function Figures({ days }: { days: Chart["days"] }) {
  return (
    <details className="figures">
      <summary>Show as table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
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
                <th scope="row">{formatDay(day)}</th>
                {[leads, open, visits, views].map((count, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the order of the columns is fixed
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

/** Chooses the count per thread so that the highest bar fits. */
export function chooseUnit(highest: number, maxThreads = 12): number {
  for (let power = 1; ; power *= 10)
    for (const step of [1, 2, 5]) if (highest / (step * power) <= maxThreads) return step * power;
}

export interface ChartThread {
  /** Counted from the bottom of the bar. */
  row: number;
  /** Fraction of a whole thread, up to 1. */
  part: number;
  isOpen: boolean;
}

/** Threads of one day: done below, open above. */
export function stackBar(done: number, open: number, unit: number): ChartThread[] {
  const full = threadsOf(done, unit).map((part) => ({ part, isOpen: false }));
  const hollow = threadsOf(open, unit).map((part) => ({ part, isOpen: true }));
  return [...full, ...hollow].map((thread, row) => ({ ...thread, row }));
}

function threadsOf(count: number, unit: number): number[] {
  const whole = Math.floor(count / unit);
  const rest = (count % unit) / unit;
  return [...Array.from({ length: whole }, () => 1), ...(rest > 0 ? [rest] : [])];
}
