import { Link } from "react-router";
import { accountErrors } from "#app/domain/accounts/account-errors.ts";
import { bringBackFirstSteps, dismissFirstSteps } from "#app/domain/company/first-steps.ts";
import type { DescribedAction } from "#app/ops/resources/audit/describe-actions.ts";
import { write } from "#app/platform/database/database.ts";
import { handleAction } from "../parts/handle-action.ts";
import { Empty } from "../parts/list-screen.tsx";
import { Moment } from "../parts/moment.tsx";
import { requireScreen, type Staff } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import { ActionRows } from "../resources/action-rows.tsx";
import { useLayoutData } from "../shell/layout-data.ts";
import type { Route } from "./+types/home.ts";
import { ChartFigure } from "./chart.tsx";
import { FirstSteps } from "./first-steps.tsx";
import { type Home as HomeData, readHomeScreen } from "./read-home.ts";
import type { SystemReading } from "./read-system-status.ts";

export async function loader(args: Route.LoaderArgs) {
  const staff = await requireScreen(args);
  const shown = new URL(args.request.url).searchParams.get("chart") === "visits" ? "visits" : "messages";
  return readHomeScreen(staff, shown);
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, {
    "dismiss-steps": async (_, staff) => {
      requireAdmin(staff);
      await write(staff.db, (tx) => dismissFirstSteps(tx, staff.actionContext));
      return { done: "First steps dismissed.", undo: { intent: "show-steps", values: {} } };
    },
    "show-steps": async (_, staff) => {
      requireAdmin(staff);
      await write(staff.db, (tx) => bringBackFirstSteps(tx, staff.actionContext));
      return { done: "First steps shown again." };
    },
  });
}

function requireAdmin({ person }: Staff): void {
  if (person.role !== "admin") throw accountErrors.needsRole();
}

/** Start screen: state of the site, open tasks and next events. */
export default function Home({ loaderData: home, actionData }: Route.ComponentProps) {
  return (
    <Screen title={formatToday(home.today)} answer={actionData}>
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
        {home.firstSteps && <FirstSteps steps={home.firstSteps} />}
        {home.isFirstDay && !home.firstSteps ? <FirstDay /> : null}
        {!home.isFirstDay && <ChartFigure chart={home.chart} />}
        <div className="two">
          <Tasks tasks={home.tasks} />
          <div className="side">
            <ScheduledList scheduled={home.scheduled} />
            <SystemStatus readings={home.systemStatus} />
          </div>
          <Latest actions={home.latest} />
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
              <span className="trailing num">{at && <Moment at={at} />}</span>
              <small className={isOverdue ? "wrong" : undefined}>{detail}</small>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ScheduledList({ scheduled }: Pick<HomeData, "scheduled">) {
  return (
    <section>
      <h2>Scheduled</h2>
      {scheduled.length === 0 && <p className="mute none">Nothing is scheduled.</p>}
      <ul className="lines">
        {scheduled.map(({ id, title, kind, action, at, path }) => (
          <li key={`${action} ${id}`}>
            <Link to={path}>
              <b>{title}</b>
              <span className="trailing num">
                <Moment at={at} />
              </span>
              <small>{`${kind}, ${action === "publish" ? "to be published" : "to be archived"}`}</small>
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

/** Formats a day as "Friday 20 November". */
function formatToday(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`)).replace(",", "");
}

/** Latest actions. */
function Latest({ actions }: { actions: readonly DescribedAction[] }) {
  if (actions.length === 0) return null;
  return (
    <section>
      <h2>Recent activity</h2>
      <ActionRows actions={actions} />
    </section>
  );
}

/** State of the system as icon and text, never by colour alone. */
function SystemStatus({ readings }: { readings: readonly SystemReading[] }) {
  return (
    <section>
      <h2>System status</h2>
      <ul className="lines">
        {readings.map(({ name, state, at, figure, path }) => (
          <li key={name}>
            <div>
              <span className={`status ${state}`}>{path ? <Link to={path}>{name}</Link> : name}</span>
              <span className="trailing num">{at === null ? figure : <Moment at={at} />}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Suggestions for a site without content. */
function FirstDay() {
  const { kinds, person } = useLayoutData();
  const isAdmin = person.role === "admin";
  return (
    <section className="chart" aria-label="First steps">
      <Empty title="Welcome. Here is how to start">
        <ol className="steps">
          {isAdmin && (
            <li>
              <Link to="/dashboard/settings">Add your company details</Link>: name, offices, phone
            </li>
          )}
          {kinds.slice(0, 1).map(({ name, one, add }) => (
            <li key={name}>
              <Link to={add}>{`Write the first ${one.toLowerCase()}`}</Link> and publish it
            </li>
          ))}
          {isAdmin && (
            <li>
              <Link to="/dashboard/user">Invite your colleagues</Link>
            </li>
          )}
        </ol>
      </Empty>
    </section>
  );
}
