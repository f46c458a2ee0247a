import { Link } from "react-router";
import { Moment } from "../parts/moment.tsx";
import { Screen } from "../parts/screen.tsx";
import { openScreen } from "../parts/staff.ts";
import type { Route } from "./+types/home.ts";
import { Chart } from "./chart.tsx";
import { FirstDay } from "./first-day.tsx";
import { Latest } from "./latest.tsx";
import { MachineRoom } from "./machine-room.tsx";
import { type Home as HomeData, readHome } from "./read-home.ts";

/** Editors and admins. */
export async function loader(args: Route.LoaderArgs) {
  const staff = await openScreen(args);
  const shown = new URL(args.request.url).searchParams.get("chart") === "visits" ? "visits" : "messages";
  return readHome(staff, shown);
}

/** How things stand, what waits, what happens next. */
export default function Home({ loaderData: home }: Route.ComponentProps) {
  return (
    <Screen title={nameToday(home.today)}>
      <div className="pad home">
        <p className="sum">
          {home.summary.map(({ text, to }) =>
            to ? (
              <Link key={text} to={to}>
                {text}
              </Link>
            ) : (
              text
            ),
          )}
        </p>
        {home.isFirstDay ? <FirstDay /> : <Chart chart={home.chart} />}
        <div className="two">
          <Tasks tasks={home.tasks} />
          <div className="side">
            <GoingOut coming={home.coming} />
            <MachineRoom readings={home.machineRoom} />
          </div>
          <Latest deeds={home.latest} />
        </div>
      </div>
    </Screen>
  );
}

function Tasks({ tasks }: Pick<HomeData, "tasks">) {
  return (
    <section>
      <h2>Waiting for you</h2>
      {tasks.length === 0 && (
        <p className="mute none">Nothing. Messages, your drafts and overdue entries appear here.</p>
      )}
      <ul className="lines">
        {tasks.map(({ id, title, detail, at, path, isOverdue }) => (
          <li key={id}>
            <Link to={path}>
              <b>{title || "Untitled"}</b>
              <span className="r num">{at && <Moment at={at} />}</span>
              <small className={isOverdue ? "wrong" : undefined}>{detail}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function GoingOut({ coming }: Pick<HomeData, "coming">) {
  return (
    <section>
      <h2>Scheduled</h2>
      {coming.length === 0 && <p className="mute none">Nothing is scheduled.</p>}
      <ul className="lines">
        {coming.map(({ id, title, kind, does, at, path }) => (
          <li key={`${does} ${id}`}>
            <Link to={path}>
              <b>{title}</b>
              <span className="r num">
                <Moment at={at} />
              </span>
              <small>{`${kind}, ${does}`}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const format = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

/** "Friday 20 November". */
function nameToday(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`)).replace(",", "");
}
