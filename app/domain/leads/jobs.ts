import type { Database } from "#app/platform/database/database.ts";
import { repeatOnOneInstance } from "#app/platform/database/leases.ts";
import { type PeriodicTask, repeat } from "#app/platform/jobs/background-work.ts";
import { purgeLimits } from "#app/platform/limits/limits.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import { deleteUnconfirmed } from "../newsletter/subscribers/change.ts";
import { clearOldKeys } from "./intake/idempotency.ts";
import { notifyOfFailedMail, sendDigests } from "./notices/due-notices.ts";
import { purgeLeads } from "./retention.ts";
import { unsnoozeLeads } from "./workflow/change-leads.ts";

/** Runs jobs twice a minute: ends snoozes, sends summaries and notifies of failed mail. */
export function startLeadJobs(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 30_000,
): PeriodicTask {
  return repeat(() => runLeadJobs(db, clock.now(), onError), everyMs, onError);
}

/** Runs each job even if another fails. */
export async function runLeadJobs(db: Database, now: Date, onError: (error: unknown) => void): Promise<void> {
  for (const job of [unsnoozeLeads, sendDigests, notifyOfFailedMail]) await job(db, now).catch(onError);
}

/** Deletes expired counts, keys and personal data hourly, on one instance. */
export function startLeadCleanup(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 3_600_000,
): PeriodicTask {
  const terms = { name: "lead cleanup", everyMs };
  return repeatOnOneInstance(db, terms, () => cleanUpLeads(db, clock.now()), onError);
}

export async function cleanUpLeads(db: Database, now: Date): Promise<void> {
  await purgeLimits(db, now);
  await clearOldKeys(db, now);
  await purgeLeads(db, now);
  await deleteUnconfirmed(db, now);
}
