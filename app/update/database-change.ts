import { chownSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { onlyAdds, readTakenSteps } from "#app/database/migrations.ts";
import { type DatabasePlace, databasePath, openForReading } from "#app/database/open.ts";
import { findCopyBefore, findWritten, lockStoppedSite, putCopyBack } from "#app/database/restore-copy.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import type { Env } from "#app/platform/settings/env.ts";

/** What an update does to the tables of the site. */
export interface DatabaseChange {
  /** The steps the database has been through before it. */
  taken: string[];
  /** Those ahead of it that do more than add, in order: the former release does not start on what they leave. */
  takesAway: string[];
}

/** @param copy the trial's, brought up to date by the new release */
export async function readDatabaseChange(site: DatabasePlace, copy: DatabasePlace): Promise<DatabaseChange> {
  const taken = await readSteps(site);
  const known = await readSteps(copy);
  const takesAway = known.filter((name) => !taken.includes(name) && !onlyAdds(name)).toSorted();
  return { taken, takesAway };
}

async function readSteps(place: DatabasePlace): Promise<string[]> {
  await using open = await openForReading(place);
  return await readTakenSteps(open.db);
}

/** Whether any of the steps that do more than add has been taken by now. */
export async function hasTakenAway(site: DatabasePlace, { takesAway }: DatabaseChange): Promise<boolean> {
  const taken = await readSteps(site);
  return takesAway.some((name) => taken.includes(name));
}

interface PutBackOptions {
  /** Where the former release is installed. */
  current: string;
  change: DatabaseChange;
  /** An empty folder, with room for a copy of the database. */
  scratch: string;
  /** Has the new release update the database in that folder. */
  bringUpToDate(): Promise<void>;
}

/**
 * Puts the embedded database back as it was before the update, if nobody has written to it since: the copy from before, brought up
 * to date once more, must be what is there now. The service must have ended.
 * @returns a line about it
 * @throws a `PlainError` that says what would be lost, or what is missing, and the way; nothing was changed then
 */
export async function putDatabaseBack(
  { dataDir }: Env,
  { current, change, scratch, bringUpToDate }: PutBackOptions,
): Promise<string> {
  const lock = await lockStoppedSite(dataDir, "npm run update");
  try {
    const copy = await findCopyBefore(dataDir, change.taken);
    if (copy === null)
      throw new PlainError(
        `There is no copy from before the update in ${join(dataDir, "backups")}: the newest backup is the way back (docs/backup.md).`,
      );
    const written = await readWritten(dataDir, copy, { scratch, bringUpToDate });
    if (written !== null)
      throw new PlainError(
        `The database was NOT put back: ${written}. To go back all the same:
  1. stop the service
  2. cd ${current} && node_modules/.bin/node --env-file=… cli/update.ts --put-back ${copy}
  3. have the link lead to ${current}, start the service`,
      );
    const kept = await putCopyBack(dataDir, copy);
    return `the database is as it was before the update, and nothing was written to it since; that of the new release is kept as ${kept}`;
  } finally {
    lock.release();
  }
}

/** What keeps a copy from being put back: what people have written since, or why that can't be told. Null where nothing does. */
async function readWritten(
  dataDir: string,
  copy: string,
  { scratch, bringUpToDate }: Pick<PutBackOptions, "scratch" | "bringUpToDate">,
): Promise<string | null> {
  const updated = databasePath({ dataDir: scratch });
  try {
    copyFileSync(copy, updated);
    // The copy is the site's, the trial is ours: root works in no folder of another user.
    if (process.getuid && process.getgid) chownSync(updated, process.getuid(), process.getgid());
    await bringUpToDate();
    const written = await findWritten(dataDir, updated);
    if (written.length === 0) return null;
    const tables = written.map(({ table, rows }) => `${table}: ${rows}`).join(", ");
    return `since its update something was written to it, which the copy from before lacks (${tables})`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `whether something was written to it since its update can't be told (${why.replaceAll(/\s*\n\s*/g, " ")})`;
  }
}

interface Releases {
  env: Env;
  current: string;
}

/** Before an update of PostgreSQL that takes away. */
export function describeNoWayBack({ env, current }: Releases, { takesAway }: DatabaseChange): string {
  return `Nothing of the site was changed. After ${takesAway.join(", ")} the release that serves can't run on this PostgreSQL database any more: should the new one fail, nothing puts it back by itself, and the site is down until a backup is restored. The way back would be:
${wayBack(env, current)}
If that will do, add --no-way-back.`;
}

/** After one that failed. */
export function describeRestore({ env, current }: Releases, { takesAway }: DatabaseChange): string {
  return `The new release stays in its place, whether it serves or not: ${takesAway.join(", ")} took away what the former one needs. What is written from now on is in this database alone. To go back without it:
${wayBack(env, current)}`;
}

function wayBack({ filesInDatabase }: Env, current: string): string {
  return `  1. stop the service, and make an empty database
  2. as the user the site runs as: cd ${current} && DATABASE_URL=postgres://…/EMPTY node_modules/.bin/node --env-file=… cli/restore.ts NAME
     NAME is the newest of "cli/backup.ts list" whose name says "update"${filesInDatabase ? ";\n     files kept in PostgreSQL are not in it: run cli/backup.ts right before the update, and take that one" : ""}
  3. set DATABASE_URL to that database, have the link lead to ${current}, start the service`;
}
