import { chownSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { isAdditive, readAppliedSteps } from "#app/platform/database/migrations.ts";
import { type DatabaseLocation, databasePath, openReadOnlyUnchecked } from "#app/platform/database/open.ts";
import {
  findCopyBefore,
  findUserChanges,
  lockStoppedSite,
  restoreCopy,
} from "#app/platform/database/restore-copy.ts";
import type { Env } from "#app/platform/settings/env.ts";

/** Steps of an update. */
export interface DatabaseChange {
  /** Applied steps before the update. */
  appliedSteps: string[];
  /** Pending steps that are not additive, in order; the former release can't start after them. */
  destructiveSteps: string[];
}

/** @param copy the trial's, migrated by the new release */
export async function readDatabaseChange(
  site: DatabaseLocation,
  copy: DatabaseLocation,
): Promise<DatabaseChange> {
  const appliedSteps = await readSteps(site);
  const known = await readSteps(copy);
  const destructiveSteps = known
    .filter((name) => !appliedSteps.includes(name) && !isAdditive(name))
    .toSorted();
  return { appliedSteps, destructiveSteps };
}

async function readSteps(location: DatabaseLocation): Promise<string[]> {
  await using open = await openReadOnlyUnchecked(location);
  return await readAppliedSteps(open.db);
}

/** Whether one of the destructive steps has been applied. */
export async function isDestructiveApplied(
  site: DatabaseLocation,
  { destructiveSteps }: DatabaseChange,
): Promise<boolean> {
  const appliedSteps = await readSteps(site);
  return destructiveSteps.some((name) => appliedSteps.includes(name));
}

interface RevertOptions {
  /** Folder of the former release. */
  current: string;
  change: DatabaseChange;
  /** Empty folder with room for a copy of the database. */
  scratch: string;
  /** Updates the database in that folder with the new release. */
  bringUpToDate(): Promise<void>;
}

/**
 * Restores the embedded database from before the update if nothing was written since: the updated copy must equal the current
 * database. The service must be stopped.
 * @returns a line for the log
 * @throws a `PlainError` with the reason and the manual steps; nothing is changed then
 */
export async function revertDatabase(
  { dataDir }: Env,
  { current, change, scratch, bringUpToDate }: RevertOptions,
): Promise<string> {
  const lock = await lockStoppedSite(dataDir, "npm run update");
  try {
    const copy = await findCopyBefore(dataDir, change.appliedSteps);
    if (copy === null)
      throw new PlainError(
        `${join(dataDir, "backups")} contains no copy from before the update: restore the newest backup (docs/backup.md).`,
      );
    const written = await describeUserChanges(dataDir, copy, { scratch, bringUpToDate });
    if (written !== null)
      throw new PlainError(
        `The database was NOT put back: ${written}. To go back anyway:
  1. stop the service
  2. cd ${current} && node_modules/.bin/node --env-file=… cli/update.ts --put-back ${copy}
    3. point the link to ${current}, start the service`,
      );
    const replaced = await restoreCopy(dataDir, copy);
    return `the database is as it was before the update, and nothing was written to it since; that of the new release is stored as ${replaced}`;
  } finally {
    lock.release();
  }
}

/** Describes the changes since the update, or a failure to compare; null when the copy can be restored. */
async function describeUserChanges(
  dataDir: string,
  copy: string,
  { scratch, bringUpToDate }: Pick<RevertOptions, "scratch" | "bringUpToDate">,
): Promise<string | null> {
  const updated = databasePath({ dataDir: scratch });
  try {
    copyFileSync(copy, updated);
    // Root refuses to work on files of another user.
    if (process.getuid && process.getgid) chownSync(updated, process.getuid(), process.getgid());
    await bringUpToDate();
    const written = await findUserChanges(dataDir, updated);
    if (written.length === 0) return null;
    const tables = written.map(({ table, rows }) => `${table}: ${rows}`).join(", ");
    return `changes since the update would be lost (${tables})`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `failed to check whether something was written since the update (${why.replaceAll(/\s*\n\s*/g, " ")})`;
  }
}

interface Releases {
  env: Env;
  current: string;
}

/** Describes a destructive update of PostgreSQL before it starts. */
export function describeNoWayBack({ env, current }: Releases, { destructiveSteps }: DatabaseChange): string {
  return `Nothing of the site was changed. After ${destructiveSteps.join(", ")} the current release can't run on this PostgreSQL database any more. If the new release fails, the site is down until you restore a backup. To go back:
${revertSteps(env, current)}
To continue anyway, add --no-way-back.`;
}

/** Describes how to revert a failed destructive update of PostgreSQL. */
export function describeRestore({ env, current }: Releases, { destructiveSteps }: DatabaseChange): string {
  return `The new release stays in its place, even if it does not work: ${destructiveSteps.join(", ")} removed data that the former one needs. Later changes exist only in this database. To go back without them:
${revertSteps(env, current)}`;
}

function revertSteps({ filesInDatabase }: Env, current: string): string {
  return `  1. stop the service, and create an empty database
  2. as the user the site runs as: cd ${current} && DATABASE_URL=postgres://…/EMPTY node_modules/.bin/node --env-file=… cli/restore.ts NAME
     NAME is the newest of "cli/backup.ts list" with "update" in its name${filesInDatabase ? ";\n     it lacks files stored in PostgreSQL: run cli/backup.ts right before the update, and use that backup" : ""}
  3. set DATABASE_URL to that database, point the link to ${current}, start the service`;
}
