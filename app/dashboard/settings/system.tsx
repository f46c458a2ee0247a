import { capitalize } from "#app/lib/text/counts.ts";
import { describeInstances, listInstances, type RunningInstance } from "#app/platform/database/instances.ts";
import { type LeaseStatus, listLeases } from "#app/platform/database/leases.ts";
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
                <dt>{jobNames[lease.name] ?? capitalize(lease.name)}</dt>
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

/** Keys are names of leases, which instances of two releases share during an update. */
const jobNames: Record<string, string> = {
  "look whether a backup is due": "Backup schedule",
  "look at the backups": "Backup checks",
};

const changeDelivery = {
  notices: "Received at once",
  polling: "Polled every 0.4 seconds",
  itself: "None: this is the only instance",
} as const;

function Instance({
  name,
  isThis,
  version,
  started_at,
  seen_at,
  files,
  listens_by,
  lag_ms,
}: RunningInstance) {
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
          <dt>Changes by other instances</dt>
          <dd>
            {changeDelivery[listens_by]}
            {listens_by !== "itself" && `; last delay ${lag_ms} ms`}
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Work({ isHeld, holder, since, doneAt }: LeaseStatus) {
  const by = holder ?? "an instance that has stopped";
  if (isHeld)
    return (
      <>
        running on {by} since <Moment at={since} inSentence />
      </>
    );
  if (doneAt === null)
    return (
      <>
        not finished by {by}, started <Moment at={since} inSentence />
      </>
    );
  return (
    <>
      done by {by}, <Moment at={doneAt} inSentence />
    </>
  );
}
