import { describeInstances, listInstances, type RunningInstance } from "#app/database/instances.ts";
import { type KnownLease, listLeases } from "#app/database/leases.ts";
import { capitalize } from "#app/text/counts.ts";
import { Moment } from "../parts/moment.tsx";
import { requireScreen } from "../parts/require-screen.ts";
import { Screen } from "../parts/screen.tsx";
import type { Route } from "./+types/system.ts";

export async function loader(args: Route.LoaderArgs) {
  const { db } = await requireScreen(args);
  const instances = await listInstances(db);
  return { instances, notes: describeInstances(instances), leases: await listLeases(db) };
}

export default function System({ loaderData: { instances, notes, leases } }: Route.ComponentProps) {
  return (
    <Screen title="System" crumbs={[{ name: "Settings", path: "/dashboard/settings" }]}>
      <div className="pad stack wide-gap">
        <section className="stack">
          <h2>Instances</h2>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
          {instances.length === 0 && <p className="mute">None has been seen in the last minute.</p>}
          {instances.map((instance) => (
            <Instance key={instance.id} {...instance} />
          ))}
        </section>
        <section className="stack">
          <h2>Shared work, done by one instance</h2>
          {leases.length === 0 && <p className="mute">Nothing has been done yet.</p>}
          <dl className="facts">
            {leases.map((lease) => (
              <div key={lease.name}>
                <dt>{capitalize(lease.name)}</dt>
                <dd>
                  <Work {...lease} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Screen>
  );
}

const hearing = {
  notices: "at once",
  polling: "by polling, every 0.4 seconds",
  itself: "runs alone",
} as const;

function Instance({ name, isThis, version, started_at, seen_at, files, hears, lag_ms }: RunningInstance) {
  return (
    <div className="stack">
      <h3>
        {name}
        {isThis && " (this one)"}
      </h3>
      <dl className="facts">
        <div>
          <dt>Version</dt>
          <dd>{version}</dd>
        </div>
        <div>
          <dt>Started</dt>
          <dd>
            <Moment at={started_at} />
          </dd>
        </div>
        <div>
          <dt>Last seen</dt>
          <dd>
            <Moment at={seen_at} />
          </dd>
        </div>
        <div>
          <dt>Files</dt>
          <dd>{files}</dd>
        </div>
        <div>
          <dt>Receives changes</dt>
          <dd>
            {hearing[hears]}
            {hears !== "itself" && `; ${lag_ms} ms late last time`}
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Work({ isHeld, holder, since, doneAt }: KnownLease) {
  const by = holder ?? "an instance that has stopped";
  if (isHeld)
    return (
      <>
        under way on {by}, since <Moment at={since} />
      </>
    );
  if (doneAt === null)
    return (
      <>
        not finished by {by}, begun <Moment at={since} />
      </>
    );
  return (
    <>
      done by {by}, <Moment at={doneAt} />
    </>
  );
}
