import type { Database } from "#app/database/database.ts";
import { purgeLimits } from "#app/http/limits.ts";
import type { Clock } from "#app/platform/clock.ts";
import { forgetOldKeys } from "./once.ts";

/** Deletes counts and keys that have served their time, now and every hour. */
export function startLeadUpkeep(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 3_600_000,
): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve();
  const tidy = () => {
    running = running.then(() => tidyLeads(db, clock.now())).catch(onError);
  };
  tidy();
  const timer = setInterval(tidy, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

export async function tidyLeads(db: Database, now: Date): Promise<void> {
  await purgeLimits(db, now);
  await forgetOldKeys(db, now);
}
