import { cacheTags } from "#app/database/cache-tags.ts";
import type { Database } from "#app/database/database.ts";
import { type Repeated, repeat } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import { dayOf } from "#app/text/moments.ts";
import { readSettings } from "./settings.ts";

/** Lets pages that show what is to come be made anew when a day begins in the company's time zone; each instance sees that by itself. */
export function startDayChange(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 30_000,
): Repeated {
  let known: string | null = null;
  const look = async () => {
    const { company } = await readSettings(db);
    const today = dayOf(clock.now(), company.timeZone || "UTC");
    if (known !== null && known !== today) db.changes.notify(new Set([cacheTags.day]), null);
    known = today;
  };
  return repeat(look, everyMs, onError);
}
