import { Tabs } from "#app/dashboard/parts/tabs.tsx";
import { Plot } from "./plot.tsx";
import type { Chart as ChartData } from "./read-chart.ts";
import { Figures, Readership } from "./readership.tsx";
import { chooseUnit } from "./scale.ts";

/** Thirty days of messages or of visits. */
export function ChartFigure({ chart }: { chart: ChartData }) {
  const { shown, days } = chart;
  const isVisits = shown === "visits";
  const piles = days.map(({ day, leads, open, visits }) =>
    isVisits ? { day, done: visits, open: 0 } : { day, done: leads - open, open },
  );
  const highest = Math.max(...piles.map(({ done, open }) => done + open));
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
        piles={piles}
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
