import { Form, Link } from "react-router";
import { formatBytes, formatCount } from "#app/lib/text/counts.ts";
import {
  type BackupRule,
  findRequestedBackup,
  formatPeriods,
  readBackupRule,
} from "#app/ops/backup/backups.ts";
import {
  findNewestIncrement,
  isIncrementLate,
  readFailingSince,
} from "#app/ops/backup/increments/increments.ts";
import { formatProblems } from "#app/ops/resources/backups.ts";
import { handleAction } from "../../parts/handle-action.ts";
import { Moment } from "../../parts/moment.tsx";
import { ConnectionLost, usePolling } from "../../parts/screen.tsx";
import { loadResource, resourceAt } from "../../resources/load-resource.ts";
import { ResourceScreen } from "../../resources/resource-screen.tsx";
import type { Route } from "./+types/list.ts";

export async function loader(args: Route.LoaderArgs) {
  const { list, staff } = await loadResource(args);
  const { db, backup, actionContext } = staff;
  const minutes = backup.incrementMinutes;
  const found = minutes > 0 ? await findNewestIncrement(db) : null;
  const newest = found && { ...found, problem: formatProblems(found.problem) };
  const failing = minutes > 0 ? await readFailingSince(db) : null;
  return {
    list,
    isUnderWay: (await findRequestedBackup(db)) !== null,
    isSealed: backup.key !== null,
    rule: describeRule(await readBackupRule(db, backup)),
    increments:
      minutes > 0
        ? {
            minutes,
            newest,
            isLate: isIncrementLate(found, minutes, actionContext.now),
            failing: failing && { since: failing.since.toISOString(), problem: failing.problem },
          }
        : null,
  };
}

export function action(args: Route.ActionArgs) {
  return handleAction(args, resourceAt(args.request).actions);
}

function describeRule({ everyHours, keep }: BackupRule): string {
  const every =
    everyHours === 0
      ? "No backups are made automatically."
      : `A backup is made every ${everyHours === 1 ? "hour" : formatCount(everyHours, "hour")}.`;
  return `${every} One is kept for each of the last ${formatPeriods(keep)}.`;
}

type Loaded = Route.ComponentProps["loaderData"];

/** Screen of the backups, with a button that starts one. */
export default function Backups({ loaderData, actionData }: Route.ComponentProps) {
  const { list, isUnderWay, isSealed, increments, rule } = loaderData;
  const isLost = usePolling(isUnderWay, 2500);
  return (
    <ResourceScreen
      list={list}
      answer={actionData}
      top={
        <Form method="post" className="pad stack">
          <input type="hidden" name="intent" value="now" />
          <div className="note stack">
            <p>
              Each backup contains the whole site and is verified: restored separately, compared row by row
              and file by file, and used to render pages. A restore is done on the server with npm run
              restore.
            </p>
            <p>
              {rule} <Link to="/dashboard/settings/backups">Change this</Link>
            </p>
            {increments && <Increments {...increments} />}
            <p>
              {isSealed
                ? "Downloads are encrypted and can’t be opened without the BACKUP_KEY, which they do not contain. Keep the key somewhere else."
                : "There is no BACKUP_KEY, so new backups are not encrypted: anyone with a download can read it."}
            </p>
          </div>
          <div>
            <button className="btn" type="submit" disabled={isUnderWay}>
              {isUnderWay ? "A backup is under way…" : "Back up now"}
            </button>
          </div>
          <ConnectionLost isLost={isLost} />
        </Form>
      }
    />
  );
}

/** Status of incremental backups. */
function Increments({ minutes, newest, isLate, failing }: NonNullable<Loaded["increments"]>) {
  const every = `Changes are stored every ${minutes === 1 ? "minute" : formatCount(minutes, "minute")}`;
  if (failing)
    return (
      <p className="wrong">
        {every}, but this has failed since <Moment at={failing.since} inSentence />: {failing.problem}
      </p>
    );
  if (!newest) return <p>{every}, once there is a full backup.</p>;
  return (
    <p className={isLate || newest.state === "failed" ? "wrong" : undefined}>
      {every}; the newest are of <Moment at={newest.taken_at} inSentence /> ({formatBytes(newest.bytes)}, on a
      base of {formatBytes(newest.base_bytes)}).{" "}
      {isLate && "None have been stored since; see the server log. "}
      {newest.state === "proven" && "Verified."}
      {newest.state === "unproven" && "Not verified yet."}
      {newest.state === "failed" && `Verification failed, so a new base follows: ${newest.problem}`}
    </p>
  );
}
