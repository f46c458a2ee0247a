import type { Database } from "#app/database/database.ts";
import { purgeLimits } from "#app/http/ops/limits.ts";
import type { Clock } from "#app/platform/clock.ts";
import { type Repeated, repeat } from "#app/platform/repeat.ts";
import { forgetOldKeys } from "../intake/idempotency.ts";
import { forgetUnconfirmed } from "../subscribers/forget.ts";
import { purgeLeads } from "./retention.ts";

/** Deletes counts, keys and words that have served their time, now and every hour. */
export function startLeadCleanup(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 3_600_000,
): Repeated {
  return repeat(() => cleanUpLeads(db, clock.now()), everyMs, onError);
}

export async function cleanUpLeads(db: Database, now: Date): Promise<void> {
  await purgeLimits(db, now);
  await forgetOldKeys(db, now);
  await purgeLeads(db, now);
  await forgetUnconfirmed(db, now);
}
