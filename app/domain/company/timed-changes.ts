import { dayOf } from "#app/lib/text/moments.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database } from "#app/platform/database/database.ts";
import { type PeriodicTask, repeat } from "#app/platform/jobs/background-work.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import { timeZoneOf } from "./company-time.ts";
import { describeOpening } from "./opening.ts";
import { readSettings } from "./settings.ts";

/**
 * Invalidates cached pages when the day, or whether the company is open, changes in the company's time zone. Runs on every
 * instance.
 */
export function startTimedChanges(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 15_000,
): PeriodicTask {
  const previous = new Map<string, string>();
  const check = async () => {
    const { company, opening } = await readSettings(db);
    const timeZone = timeZoneOf({ company });
    const now = clock.now();
    const found = {
      [cacheTags.day]: dayOf(now, timeZone),
      [cacheTags.opening]: describeOpening(opening, timeZone, now)?.words ?? "",
    };
    const changed = Object.entries(found).filter(([tag, value]) => (previous.get(tag) ?? value) !== value);
    if (changed.length > 0) db.changes.notify(new Set(changed.map(([tag]) => tag)), null);
    for (const [tag, value] of Object.entries(found)) previous.set(tag, value);
  };
  return repeat(check, everyMs, onError);
}
