import { pileUp } from "./scale.ts";

export interface Pile {
  day: string;
  done: number;
  open: number;
}

interface PlotProps {
  piles: readonly Pile[];
  /** How many one thread stands for. */
  unit: number;
  /** The whole of it in words. */
  label: string;
}

const pitch = 9;
const column = 32;
const left = 40;
const threadLength = 14;

/** Threads laid on each other, one pile a day: full ones are done, hollow ones open. Drawn by the server, countable without colour. */
export function Plot({ piles, unit, label }: PlotProps) {
  const highest = Math.max(10, ...piles.map(({ done, open }) => pileUp(done, open, unit).length));
  const foot = highest * pitch + 14.5;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the window is moved by keys
    <div className="scroll" role="img" aria-label={label} tabIndex={0}>
      <svg className="plot" viewBox={`0 0 1000 ${foot + 25.5}`} aria-hidden="true">
        {[0, 5, 10].map((row) => (
          <g key={row}>
            <path className="grid" d={`M34 ${foot - row * pitch}H994`} />
            <text x="28" y={foot - row * pitch + 3.5} textAnchor="end">
              {(row * unit).toLocaleString("en")}
            </text>
          </g>
        ))}
        {piles.map(({ day, done, open }, index) => (
          <g key={day} transform={`translate(${left + index * column} ${foot - 5.5})`}>
            {pileUp(done, open, unit).map(({ row, part, isOpen }) =>
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
            <DayLabel day={day} back={piles.length - 1 - index} />
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Each week has its day named, and today. */
function DayLabel({ day, back }: { day: string; back: number }) {
  if (back % 7 !== 0) return null;
  return (
    <text className={back === 0 ? "now" : undefined} x="10" y="25" textAnchor="middle">
      {back === 0 ? "Today" : nameDay(day)}
    </text>
  );
}

const format = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** "14 Nov". */
export function nameDay(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`));
}
