import type { Database } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import { type Repeated, repeat } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import { purgeLimits } from "#app/platform/limits/limits.ts";
import { clearOldKeys } from "./intake/idempotency.ts";
import { notifyOfFailedMail, sendDigests } from "./notices/due-notices.ts";
import { purgeLeads } from "./retention.ts";
import { forgetUnconfirmed } from "./subscribers/change.ts";
import { unsnoozeLeads } from "./workflow/change-leads.ts";

/** What is due by the minute: what was put off comes back, summaries leave, and mail that was given up is told of. */
export function startLeadJobs(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 30_000,
): Repeated {
  return repeat(() => doLeadJobs(db, clock.now(), onError), everyMs, onError);
}

/** One that fails keeps none of the others. */
export async function doLeadJobs(db: Database, now: Date, onError: (error: unknown) => void): Promise<void> {
  for (const job of [unsnoozeLeads, sendDigests, notifyOfFailedMail]) await job(db, now).catch(onError);
}

/** Deletes counts, keys and words that have served their time, now and every hour, on one instance. */
export function startLeadCleanup(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 3_600_000,
): Repeated {
  const terms = { name: "lead cleanup", everyMs };
  return repeatOnOne(db, terms, () => cleanUpLeads(db, clock.now()), onError);
}

export async function cleanUpLeads(db: Database, now: Date): Promise<void> {
  await purgeLimits(db, now);
  await clearOldKeys(db, now);
  await purgeLeads(db, now);
  await forgetUnconfirmed(db, now);
}
