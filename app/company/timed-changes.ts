import { cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import { type Repeated, repeat } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import { dayOf } from "#app/text/moments.ts";
import { timeZoneOf } from "./company-time.ts";
import { describeOpening } from "./opening.ts";
import { readSettings } from "./settings.ts";

/**
 * Drops cached pages that show which day it is, or whether the company is open, once that changes in the company's time zone;
 * every instance does so alone.
 */
export function startTimedChanges(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 15_000,
): Repeated {
  const known = new Map<string, string>();
  const look = async () => {
    const { company, opening } = await readSettings(db);
    const timeZone = timeZoneOf({ company });
    const now = clock.now();
    const found = {
      [cacheTags.day]: dayOf(now, timeZone),
      [cacheTags.opening]: describeOpening(opening, timeZone, now)?.words ?? "",
    };
    const changed = Object.entries(found).filter(([tag, value]) => (known.get(tag) ?? value) !== value);
    if (changed.length > 0) db.changes.notify(new Set(changed.map(([tag]) => tag)), null);
    for (const [tag, value] of Object.entries(found)) known.set(tag, value);
  };
  return repeat(look, everyMs, onError);
}
